/** The state of a service with a clock that stands still, for histories of plans that take no more time than they need. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccount } from '../../src/accounts/account-store.ts';
import { type AppContext, closeContext, openContext } from '../../src/app-context.ts';
import { readConfig } from '../../src/config/config.ts';
import { readPlan, startDueCycle } from '../../src/ledger/plan-store.ts';
import type { PlanState } from '../../src/ledger/plans/plan-state.ts';
import { openLog } from '../../src/logging/log.ts';
import { sumOfEntries } from '../support/ledger.ts';

const log = openLog('silent');

export interface BillingGround extends AsyncDisposable {
  readonly context: AppContext;
  /** Another process on the same state. */
  readonly other: AppContext;
  readonly clock: { now: number };
  newAccount(): Promise<Payer>;
  /** With everything that was due. */
  stateOf(accountId: string): Promise<KnownState>;
}

export interface Payer {
  readonly id: string;
  readonly email: string;
}

export interface KnownState extends PlanState {
  readonly credits: number | null;
  /** The sum of the ledger. */
  readonly sum: number;
}

export async function openGround(
  environment: Readonly<Record<string, string>>,
  startsAt: number,
): Promise<BillingGround> {
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-billing-'));
  const clock = { now: startsAt };
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...environment });
  const open = (): Promise<AppContext> => openContext(config, log, () => clock.now);
  const context = await open();
  const other = await open();
  let count = 0;
  return {
    context,
    other,
    clock,
    newAccount: async () => {
      count += 1;
      const email = `owner${count}-${startsAt}@example.com`;
      const wanted = { email, plan: 'trial', initialised: true, admin: false } as const;
      const { id } = await createAccount(context, wanted);
      return { id, email };
    },
    stateOf: async (accountId) => {
      await startDueCycle(context, { id: accountId, cycleEnds: 0 });
      const { db } = context.database;
      const kept = await readPlan(db, accountId);
      const { credits } = await db
        .selectFrom('accounts')
        .select('credits')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      if (!kept) throw new Error('there is no such account');
      return { ...kept.state, credits, sum: await sumOfEntries(db, accountId) };
    },
    [Symbol.asyncDispose]: async () => {
      await closeContext(context);
      await closeContext(other);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
