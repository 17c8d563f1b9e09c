/**
 * The plan of an account as it is kept, in its account and its subscription, and the events that change it: each is
 * applied once, by a compare-and-set on the revision of the account, together with its entry in the ledger and its
 * mail. What time has brought comes first.
 */

import type { AppContext } from '../app-context.ts';
import { randomId } from '../base/random-id.ts';
import type { Config } from '../config/config.ts';
import { insertMails, mailTo } from '../mail/outbox-store.ts';
import { siteLink } from '../mail/site-link.ts';
import type { Db, Tx } from '../storage/database/database.ts';
import { changeBalance } from './credit-store.ts';
import { type KeptPlan, toKeptPlan, toSubscriptionRow } from './kept-plan.ts';
import { planMessage } from './plan-mail.ts';
import { dueEvent } from './plans/due.ts';
import type { PlanEvent } from './plans/plan-events.ts';
import type { PlanState } from './plans/plan-state.ts';
import { type CreditRule, type PlanMail, transition } from './plans/transitions.ts';

/**
 * The next event for a plan that stands so, after `count` events of its own; undefined for no further one. It is asked
 * from the beginning again when somebody else was faster.
 */
export type Decide = (state: PlanState, count: number, kept: KeptPlan) => PlanEvent | undefined;

const nothing: Decide = () => undefined;

/** No plan needs more events than these to be where it should be. */
const maxEvents = 12;

export async function readPlan(db: Db, accountId: string): Promise<KeptPlan | undefined> {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('subscriptions', 'subscriptions.account_id', 'accounts.id')
    .select(['accounts.id', 'email', 'plan', 'allocation', 'cycle_anchor', 'cycle_ends', 'revision'])
    .select(['subscription_ends', 'blocked', 'interval', 'paid_until', 'next_plan', 'next_interval'])
    .select(['grace_ends', 'due_at', 'customer', 'external_id', 'version'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirst();
  return row && toKeptPlan(row);
}

/**
 * When a billing cycle begins, the balance is reset to the full allocation; unused credits do not roll over. It begins
 * with the first access to the account after it is due, and with it whatever else the end of the paid time brings
 * (contract 2.5.3). Returns whether the account must be read again.
 */
export async function startDueCycle(
  context: AppContext,
  { id, cycleEnds }: { readonly id: string; readonly cycleEnds: number | null },
): Promise<boolean> {
  if (cycleEnds === null || cycleEnds > context.now()) return false;
  await context.database.db.transaction().execute((transaction) => changePlan(transaction, context, id));
  return true;
}

/** Applies what is due and then what `decide` says until it says nothing more; returns whether anything changed. */
export async function changePlan(
  db: Tx,
  { config, now }: Pick<AppContext, 'config' | 'now'>,
  accountId: string,
  decide: Decide = nothing,
): Promise<boolean> {
  const at = now();
  for (;;) {
    const kept = await readPlan(db, accountId);
    if (!kept) return false;
    const steps = stepsOf(kept, decide, at);
    if (steps.count === 0) return false;
    if (!(await store(db, kept, steps.state))) continue;
    for (const { kind, to } of steps.credits) {
      await changeBalance(db, { id: randomId(), accountId, kind, at }, to);
    }
    await insertPlanMails(db, config, kept, steps.mails, at);
    return true;
  }
}

interface Steps {
  readonly state: PlanState;
  readonly count: number;
  readonly credits: readonly CreditRule[];
  readonly mails: readonly PlanMail[];
}

function stepsOf(kept: KeptPlan, decide: Decide, at: number): Steps {
  const credits: CreditRule[] = [];
  const mails: PlanMail[] = [];
  let { state } = kept;
  let decided = 0;
  for (let count = 0; count < maxEvents; count++) {
    const due = dueEvent(state, at);
    const event = due?.event ?? decide(state, decided, kept);
    if (!event) return { state, count, credits, mails };
    if (!due) decided += 1;
    const change = transition(state, event, due?.at ?? at);
    state = change.state;
    if (change.credits) credits.push(change.credits);
    if (change.mail) mails.push(change.mail);
  }
  throw new Error(`the plan does not come to rest: ${JSON.stringify(state)}`);
}

/** False when somebody else has changed it since it was read. */
async function store(db: Tx, kept: KeptPlan, state: PlanState): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set((field) => ({
      plan: state.plan,
      allocation: state.allocation,
      cycle_anchor: state.cycleAnchor,
      cycle_ends: state.cycleEnds,
      subscription_ends: state.subscriptionEnds,
      blocked: Number(state.blocked),
      revision: field('revision', '+', 1),
    }))
    .where('id', '=', kept.accountId)
    .where('revision', '=', kept.revision)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  const row = toSubscriptionRow(kept, state);
  if (row) {
    const { account_id: _, ...changes } = row;
    await db
      .insertInto('subscriptions')
      .values(row)
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changes))
      .execute();
  }
  return true;
}

/** Contract 6.2.1. */
function insertPlanMails(
  db: Tx,
  config: Config,
  { accountId, email }: KeptPlan,
  mails: readonly PlanMail[],
  at: number,
): Promise<void> {
  const link = siteLink(config, 'plans');
  const stored = mails.map((mail) => mailTo({ id: accountId, email }, planMessage(mail, link)));
  return insertMails(db, stored, at);
}
