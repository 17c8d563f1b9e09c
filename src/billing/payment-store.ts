/**
 * What is kept about payment: customers, events that have been worked off, and which subscriptions are due. An event
 * is kept in the transaction of its effect, so that it has one (contract 3.2.4).
 */

import type { AppContext } from '../app-context.ts';
import { changePlan, type Decide } from '../ledger/plan-store.ts';
import type { Db } from '../storage/database/database.ts';

export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
}

export async function accountOfCustomer(db: Db, customer: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('subscriptions')
    .select('account_id')
    .where('customer', '=', customer)
    .executeTakeFirst();
  return found?.account_id;
}

/** Does nothing when the account has one. */
export async function setCustomer(db: Db, accountId: string, customer: string): Promise<void> {
  await db
    .insertInto('subscriptions')
    .values({ account_id: accountId, interval: 'monthly', customer, version: 1, ...noTerm })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet((field) => ({ customer, version: field('subscriptions.version', '+', 1) }))
        .where('subscriptions.customer', 'is', null),
    )
    .execute();
}

const noTerm = {
  paid_until: null,
  next_plan: null,
  next_interval: null,
  grace_ends: null,
  due_at: null,
  external_id: null,
} as const;

export async function isKnownEvent(db: Db, id: string): Promise<boolean> {
  const found = await db.selectFrom('payment_events').select('id').where('id', '=', id).executeTakeFirst();
  return found !== undefined;
}

/**
 * Changes the plan of an account and keeps the events in one transaction. With `isOnce` an event that is kept already
 * keeps the change from being made.
 */
export async function changeByEvents(
  context: AppContext,
  accountId: string,
  events: readonly PaymentEvent[],
  decide: Decide,
  { isOnce = false } = {},
): Promise<void> {
  const at = context.now();
  await context.database.db.transaction().execute(async (transaction) => {
    let kept = 0n;
    for (const event of events) {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('payment_events')
        .values({ ...event, at })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow();
      kept += numInsertedOrUpdatedRows ?? 0n;
    }
    if (!isOnce || kept === BigInt(events.length)) await changePlan(transaction, context, accountId, decide);
  });
}

export interface DueSubscription {
  readonly account_id: string;
  readonly due_at: number | null;
}

export function dueSubscriptions(db: Db, at: number, limit: number): Promise<DueSubscription[]> {
  return db
    .selectFrom('subscriptions')
    .select(['account_id', 'due_at'])
    .where('due_at', '<=', at)
    .orderBy('due_at')
    .limit(limit)
    .execute();
}

/** At `at` at the latest it is due. */
export async function lookBefore(db: Db, accountId: string, at: number): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ due_at: at })
    .where('account_id', '=', accountId)
    .where((field) => field.or([field('due_at', 'is', null), field('due_at', '>', at)]))
    .execute();
}

/** Puts off what is due until `until`; false when another process was faster. */
export async function putOff(db: Db, accountId: string, dueAt: number, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscriptions')
    .set({ due_at: until })
    .where('account_id', '=', accountId)
    .where('due_at', '=', dueAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function removeOldEvents(db: Db, before: number): Promise<void> {
  await db.deleteFrom('payment_events').where('at', '<', before).execute();
}
