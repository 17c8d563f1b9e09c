/**
 * What time brings to subscriptions whether or not anybody asks for their data: smaller plans that begin, plans that
 * end, mails of the grace, and terms whose renewal Stripe has not told about (contract 3.2).
 */
import type { AppContext } from '../app-context.ts';
import { readPlan } from '../ledger/plan-store.ts';
import { askAfterMs, dueAtOf } from '../ledger/plans/due.ts';
import { isStateFailure } from '../storage/state-failure.ts';
import { agreeWithStripe } from './agree-with-stripe.ts';
import { changeByEvents, type DueSubscription, dueSubscriptions, putOff } from './payment-store.ts';
import { hasStripe, stripeOf } from './stripe-client.ts';

/** With each sweep; the rest follows with the next. */
const maxAtOnce = 200;

export async function workOffDueSubscriptions(context: AppContext): Promise<void> {
  const { database, log, now } = context;
  for (const due of await dueSubscriptions(database.db, now(), maxAtOnce)) {
    await workOff(context, due).catch(async (err: unknown) => {
      log.error({ err, account: due.account_id }, 'a due subscription could not be processed');
      // Else the oldest that fail would be all that a sweep looks at.
      if (due.due_at !== null && !isStateFailure(err)) {
        await putOff(database.db, due.account_id, due.due_at, now() + askAfterMs);
      }
    });
  }
}

async function workOff(context: AppContext, { account_id: accountId }: DueSubscription): Promise<void> {
  await changeByEvents(context, accountId, [], () => undefined);
  const { db } = context.database;
  const kept = await readPlan(db, accountId);
  const dueAt = kept?.state.dueAt ?? null;
  const at = context.now();
  if (!kept || dueAt === null || dueAt > at) return;
  const asked = at + askAfterMs;
  if (!(await putOff(db, accountId, dueAt, asked)) || !hasStripe(context.config)) return;
  await ask(context, accountId);
  // Nothing to wait for: it was looked at early.
  const due = dueAtOf(kept.state, at);
  if (due !== null && due > asked) await putOff(db, accountId, asked, due);
}

/** A subscription whose grace is over here is ended there, too, so that nobody is charged for it later. */
async function ask(context: AppContext, accountId: string): Promise<void> {
  const term = await agreeWithStripe(context, accountId);
  const kept = await readPlan(context.database.db, accountId);
  if (term?.standing !== 'unpaid' || kept?.state.cycleEnds !== null) return;
  const stripe = await stripeOf(context.config);
  await stripe.subscriptions.cancel(term.externalId);
  await agreeWithStripe(context, accountId);
}
