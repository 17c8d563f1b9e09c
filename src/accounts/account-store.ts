/**
 * Accounts as they are kept (contract 2.5.2): create, find; `change-account-store.ts` changes them and
 * `close-account-store.ts` ends them. The trial is one-time: an address that has had it starts at zero when it comes
 * again.
 */

import type { Insertable } from 'kysely';
import type { AppContext } from '../app-context.ts';
import { accountEvent, commandLine } from '../audit/audit-entry.ts';
import { recordEvents } from '../audit/audit-store.ts';
import { foldedText } from '../base/folded-text.ts';
import { randomId } from '../base/random-id.ts';
import { dayOf } from '../base/utc-day.ts';
import { changeRefused } from '../errors/refused-error.ts';
import { startDueCycle } from '../ledger/plan-store.ts';
import type { PlanName } from '../ledger/plans/plans.ts';
import type { Db } from '../storage/database/database.ts';
import type { Schema } from '../storage/database/schema.ts';
import { type Account, toAccount } from './account.ts';
import { findClosed } from './closed-account-store.ts';
import { enterPlan } from './enter-plan-store.ts';
import { hashPassword } from './password.ts';
import { passwordProblem } from './password-rules.ts';
import { insertUser } from './user-store.ts';

interface NewAccount {
  readonly email: string;
  readonly plan: PlanName;
  /** The first balance; for the custom plan the allocation of each cycle. */
  readonly credits?: number | undefined;
  readonly password?: string | undefined;
  readonly initialised: boolean;
  readonly admin: boolean;
}

export async function createAccount(context: AppContext, wanted: NewAccount): Promise<Account> {
  const at = context.now();
  const email = normalEmail(wanted.email);
  const id = randomId();
  const problem = wanted.password === undefined ? undefined : passwordProblem(wanted.password, email);
  if (problem !== undefined) throw changeRefused(`The password is refused: ${problem}`);
  const passwordHash = wanted.password === undefined ? undefined : await hashPassword(wanted.password);
  await context.database.db.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('accounts')
      .values(newRow(id, email, wanted, at))
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) throw changeRefused(`There is already an account ${email}.`);
    await refuseClosed(transaction, email);
    await insertUser(transaction, { id, email, passwordHash, at });
    await enterPlan(transaction, context, { id, email, plan: wanted.plan, credits: wanted.credits });
    const made = accountEvent('account.created', { id, email }, { plan: wanted.plan, admin: wanted.admin });
    await recordEvents(transaction, commandLine, [made], at);
  });
  return requireAccount(context, email);
}

/** The address is free again when what the account had here has been removed. */
export async function refuseClosed(db: Db, email: string): Promise<void> {
  const closed = await findClosed(db, 'email', email);
  if (!closed) return;
  const day = dayOf(closed.removeAt);
  throw changeRefused(
    `The account ${email} was deleted, and is removed on ${day}. Until then, bring it back with: account restore ${email}`,
  );
}

/** The trial of somebody who signed up and is still there; once, however often it is tried. */
export async function addAccountOfUser(
  context: AppContext,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  const at = context.now();
  const wanted = { email, plan: 'trial', initialised: false, admin: false } as const;
  await context.database.db.transaction().execute(async (transaction) => {
    const user = await transaction.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
    if (!user || (await findClosed(transaction, 'id', id))) return;
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('accounts')
      .values(newRow(id, email, wanted, at))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return;
    await enterPlan(transaction, context, { id, email, plan: 'trial', credits: undefined });
  });
}

/** The first visit to the dashboard (contract 3.1.3). */
export async function initialiseAccount({ database }: AppContext, id: string): Promise<void> {
  await setInitialised(database.db, id, true);
}

function newRow(id: string, email: string, wanted: NewAccount, at: number): Insertable<Schema['accounts']> {
  return {
    id,
    email,
    email_folded: foldedText(email),
    plan: wanted.plan,
    allocation: null,
    credits: 0,
    held: 0,
    cycle_anchor: at,
    cycle_ends: null,
    subscription_ends: null,
    initialised: Number(wanted.initialised),
    blocked: 0,
    admin: Number(wanted.admin),
    created_at: at,
    revision: 0,
    requests: 0,
  };
}

export async function setInitialised(db: Db, id: string, initialised: boolean): Promise<void> {
  await db
    .updateTable('accounts')
    .set((field) => ({ initialised: Number(initialised), revision: field('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function requireAccount(context: AppContext, email: string): Promise<Account> {
  const account = await findAccount(context, email);
  if (!account) throw changeRefused(`There is no account ${email}. Create it with: account create ${email}`);
  return account;
}

export async function requireAccountById(context: AppContext, id: string): Promise<Account> {
  const account = await findAccountById(context, id);
  if (!account) throw changeRefused('The account has been deleted.');
  return account;
}

export function findAccount(context: AppContext, email: string): Promise<Account | undefined> {
  return findBy(context, 'email', normalEmail(email));
}

export function findAccountById(context: AppContext, id: string): Promise<Account | undefined> {
  return findBy(context, 'id', id);
}

/** With its billing cycle up to date. */
async function findBy(
  context: AppContext,
  column: 'id' | 'email',
  value: string,
): Promise<Account | undefined> {
  const read = async (): Promise<Account | undefined> => {
    const { db } = context.database;
    const row = await db.selectFrom('accounts').selectAll().where(column, '=', value).executeTakeFirst();
    return row && toAccount(row);
  };
  const account = await read();
  return account && (await startDueCycle(context, account)) ? read() : account;
}

/** By their addresses, with their billing cycles up to date. */
export async function allAccounts(context: AppContext): Promise<Account[]> {
  const { db } = context.database;
  const rows = await db.selectFrom('accounts').select('email').orderBy('email').execute();
  const accounts: Account[] = [];
  for (const { email } of rows) {
    const account = await findAccount(context, email);
    if (account) accounts.push(account);
  }
  return accounts;
}

export function normalEmail(email: string): string {
  const normal = email.trim().toLowerCase();
  if (!/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(normal) || normal.length > 254) {
    throw changeRefused(`${JSON.stringify(email)} is not an e-mail address.`);
  }
  return normal;
}
