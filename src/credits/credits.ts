/**
 * One credit for each hit that returns full data (sections 2 and 8): reserved before anything is fetched,
 * posted when the answer is ready, voided on any failure. What a crash leaves on hold is voided by whoever
 * is alive. Credits return to the full allocation at each billing cycle.
 */
import type { AppContext } from '../app-context.ts';
import { nextCycleEnd } from '../plans/billing-cycle.ts';
import { type PlanName, plans } from '../plans/plans.ts';
import { randomId } from '../random-id.ts';
import type { Database } from '../storage/database.ts';
import { groupCommit } from '../storage/group-commit.ts';
import { changeBalance } from './credit-store.ts';
import { compileStatements, leave, markAlive, taskSettler, voidAbandonedHolds } from './hold-store.ts';
import { type SettlingThread, settleInThread } from './settle-in-thread.ts';
import type { CreditTask, Hold, OutboxMail } from './settle-tasks.ts';

export interface Credits {
  /** Undefined when there is no credit left. */
  hold(accountId: string, endpointId: string): Promise<Hold | undefined>;
  /** `hold` is undefined for an account without limit, which may still have mails to write. */
  post(hold: Hold | undefined, mails: readonly OutboxMail[]): Promise<void>;
  void(hold: Hold): Promise<void>;
  /** Holds and posts in one step; false when there is no credit left. */
  charge(accountId: string, endpointId: string, mails: readonly OutboxMail[]): Promise<boolean>;
  close(): Promise<void>;
}

const heartbeatMs = 5_000;
/** A process that has been silent for so long is taken for dead. */
const silentForMs = 20_000;

export async function openCredits({ database, now, log }: AppContext): Promise<Credits> {
  const instanceId = randomId();
  let count = 0;
  const thread = openThread(database, instanceId);
  const settleGroup = thread?.settle ?? taskSettler(database.db, instanceId);
  const settle = groupCommit((tasks: readonly CreditTask[]) => settleGroup(tasks, now()));

  const beat = async (): Promise<void> => {
    await markAlive(database, instanceId);
    const voided = await voidAbandonedHolds(database, silentForMs);
    if (voided > 0) log.warn({ voided }, 'voided credits that a stopped process had on hold');
  };
  await beat();
  const timer = setInterval(() => beat().catch((error) => log.error(error, 'heartbeat failed')), heartbeatMs);
  timer.unref();

  const newHold = (accountId: string, endpointId: string): Hold => {
    count += 1;
    return { id: `${instanceId}-${count}`, accountId, endpointId };
  };

  return {
    hold: async (accountId, endpointId) => {
      const hold = newHold(accountId, endpointId);
      return (await settle({ kind: 'hold', hold })) ? hold : undefined;
    },
    post: async (hold, mails) => {
      if (hold !== undefined || mails.length > 0) await settle({ kind: 'post', hold, mails });
    },
    void: async (hold) => {
      await settle({ kind: 'void', hold });
    },
    charge: (accountId, endpointId, mails) =>
      settle({ kind: 'charge', hold: newHold(accountId, endpointId), mails }),
    close: async () => {
      clearInterval(timer);
      await thread?.close();
      await leave(database.db, instanceId);
    },
  };
}

/** Where a query would hold up the event loop. */
function openThread({ db, file }: Database, instanceId: string): SettlingThread | undefined {
  if (file === undefined) return undefined;
  const { reserve, countHolds, endHolds, charge, chargeAtOnce, unhold } = compileStatements(db);
  const statements = {
    reserve: reserve.sql,
    countHolds: countHolds.sql,
    endHolds: endHolds.sql,
    charge: charge.sql,
    chargeAtOnce: chargeAtOnce.sql,
    unhold: unhold.sql,
  };
  return settleInThread({ file, instanceId, statements });
}

export interface CycleState {
  readonly id: string;
  readonly plan: PlanName;
  readonly allocation: number | null;
  readonly cycleAnchor: number;
  readonly cycleEnds: number | null;
}

/** Starts the billing cycle that is due, if one is; answers whether anything changed. */
export async function startDueCycle({ database, now }: AppContext, account: CycleState): Promise<boolean> {
  const at = now();
  const { cycleEnds } = account;
  if (cycleEnds === null || cycleEnds > at) return false;
  return database.db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('accounts')
      .set((field) => ({
        cycle_ends: nextCycleEnd(account.cycleAnchor, at),
        revision: field('revision', '+', 1),
      }))
      .where('id', '=', account.id)
      .where('cycle_ends', '=', cycleEnds)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return true;
    const change = { id: randomId(), accountId: account.id, kind: 'cycle', at } as const;
    await changeBalance(transaction, change, () => allocationOf(account.plan, account.allocation));
    return true;
  });
}

/** Credits of one cycle; null for no limit. */
export function allocationOf(plan: PlanName, allocation: number | null): number | null {
  return allocation ?? plans[plan].monthlyCredits;
}
