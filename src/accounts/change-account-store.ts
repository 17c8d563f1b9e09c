/**
 * How an account is changed: all of a change or nothing, in one transaction with its entries in the audit log. With a
 * block all sessions end: whoever signs in again may read, pay, download and delete (contract 3.3.2).
 */

import type { AppContext } from '../app-context.ts';
import { type Actor, type AuditEvent, accountEvent, commandLine, type Person } from '../audit/audit-entry.ts';
import { recordEvents } from '../audit/audit-store.ts';
import { randomId } from '../base/random-id.ts';
import { changeRefused } from '../errors/refused-error.ts';
import { changeBalance } from '../ledger/credit-store.ts';
import { changePlan } from '../ledger/plan-store.ts';
import type { Interval } from '../ledger/plans/billing-cycle.ts';
import type { PlanEvent } from '../ledger/plans/plan-events.ts';
import type { PlanName } from '../ledger/plans/plans.ts';
import type { Tx } from '../storage/database/database.ts';
import { type Account, toAccount } from './account.ts';
import { requireAccount, setInitialised } from './account-store.ts';
import { setAdministrator } from './administrator-store.ts';
import { administered, enterPlan } from './enter-plan-store.ts';
import { endSessions } from './user-store.ts';

export interface AccountChanges {
  readonly plan?: PlanName | undefined;
  readonly interval?: Interval | undefined;
  readonly credits?: number | undefined;
  readonly addedCredits?: number | undefined;
  readonly blocked?: boolean | undefined;
  readonly initialised?: boolean | undefined;
  /** Null: it has no end. */
  readonly subscriptionEnds?: number | null | undefined;
  /** At the end of what has been paid. */
  readonly cancelled?: boolean | undefined;
  readonly admin?: boolean | undefined;
}

/** By the operator, who may do everything. */
export async function changeAccount(
  context: AppContext,
  email: string,
  changes: AccountChanges,
): Promise<Account> {
  const { id } = await requireAccount(context, email);
  const { db, engine } = context.database;
  await db.transaction().execute(async (transaction) => {
    if (changes.blocked !== undefined) await engine.lockAdministrators(transaction);
    await applyChanges(transaction, context, commandLine, id, changes);
  });
  return requireAccount(context, email);
}

export async function applyChanges(
  db: Tx,
  context: AppContext,
  by: Actor,
  id: string,
  changes: AccountChanges,
): Promise<void> {
  const at = context.now();
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw changeRefused('The account has been deleted.');
  const account = toAccount(row);
  const { credits, initialised, admin } = changes;
  // The trial goes on: it cannot begin a second time.
  const plan = account.plan === 'trial' && changes.plan === 'trial' ? undefined : changes.plan;
  if (plan !== undefined) await enterPlan(db, context, { ...changes, ...account, plan, credits });
  else if (credits !== undefined)
    await changeBalance(db, { id: randomId(), accountId: id, kind: 'set', at }, () => credits);
  await changePlan(db, context, id, administered(context, planEventsOf(changes)));
  if (initialised !== undefined) await setInitialised(db, id, initialised);
  if (admin !== undefined) await setAdministrator(db, id, admin);
  if (changes.blocked === true) await endSessions(db, id);
  await recordEvents(db, by, auditEventsOf(account, changes), at);
}

function planEventsOf({ addedCredits, blocked, subscriptionEnds, cancelled }: AccountChanges): PlanEvent[] {
  return [
    ...(addedCredits === undefined ? [] : [{ kind: 'creditsAdded', amount: addedCredits } as const]),
    ...(blocked === undefined ? [] : [{ kind: blocked ? 'block' : 'unblock' } as const]),
    ...(subscriptionEnds === undefined ? [] : [{ kind: 'endSet', ends: subscriptionEnds } as const]),
    ...(cancelled === undefined ? [] : [{ kind: cancelled ? 'cancel' : 'resume' } as const]),
  ];
}

function auditEventsOf(account: Person, changes: AccountChanges): AuditEvent[] {
  const {
    plan,
    interval = 'monthly',
    credits,
    addedCredits,
    blocked,
    initialised,
    cancelled,
    admin,
  } = changes;
  const ends = changes.subscriptionEnds;
  const event = (...[action, details]: [AuditEvent['action'], AuditEvent['details']?]): AuditEvent =>
    accountEvent(action, account, details);
  return [
    ...(plan === undefined
      ? []
      : [event('account.plan-set', { plan, interval, ...(credits !== undefined && { credits }) })]),
    ...(plan !== undefined || credits === undefined ? [] : [event('account.credits-set', { credits })]),
    ...(addedCredits === undefined ? [] : [event('account.credits-granted', { amount: addedCredits })]),
    ...(blocked === undefined ? [] : [event(blocked ? 'account.blocked' : 'account.unblocked')]),
    ...(ends === undefined
      ? []
      : [event('account.end-set', { ends: ends === null ? null : new Date(ends).toISOString() })]),
    ...(cancelled === undefined ? [] : [event(cancelled ? 'plan.canceled' : 'plan.resumed')]),
    ...(initialised === undefined ? [] : [event('account.changed', { initialised })]),
    ...(admin === undefined
      ? []
      : [event(admin ? 'account.administrator-added' : 'account.administrator-removed')]),
  ];
}
