/**
 * Accounts as they are kept (sections 2 and 3): create, find, change, delete. The trial is one-time: an
 * address that has had it starts at zero when it comes again.
 */
import type { Kysely } from 'kysely';
import type { AppContext } from '../app-context.ts';
import { changeBalance } from '../credits/credit-store.ts';
import { startDueCycle } from '../credits/cycle-store.ts';
import { changePlan } from '../credits/plan-store.ts';
import type { Interval } from '../plans/billing-cycle.ts';
import type { PlanEvent } from '../plans/plan-events.ts';
import type { PlanName } from '../plans/plans.ts';
import { randomId } from '../random-id.ts';
import type { AccountRow, Schema } from '../storage/schema.ts';
import { type Account, toAccount } from './account.ts';
import { AccountError } from './account-error.ts';
import { administered, enterPlan } from './enter-plan-store.ts';
import { hashPassword } from './password.ts';
import { passwordProblem } from './password-rules.ts';
import { deleteUser, insertUser } from './user-store.ts';

export interface NewAccount {
  readonly email: string;
  readonly plan: PlanName;
  /** The first balance; for the custom plan the allocation of each cycle. */
  readonly credits?: number | undefined;
  readonly password?: string | undefined;
  readonly initialised: boolean;
  readonly admin: boolean;
}

export interface AccountChanges {
  readonly plan?: PlanName | undefined;
  /** Of the plan that is named with it. */
  readonly interval?: Interval | undefined;
  readonly credits?: number | undefined;
  readonly addedCredits?: number | undefined;
  readonly blocked?: boolean | undefined;
  readonly initialised?: boolean | undefined;
  /** Null: it has no end. */
  readonly subscriptionEnds?: number | null | undefined;
  /** At the end of what has been paid. */
  readonly cancelled?: boolean | undefined;
}

export async function createAccount(context: AppContext, wanted: NewAccount): Promise<Account> {
  const at = context.now();
  const email = normalEmail(wanted.email);
  const id = randomId();
  const problem = wanted.password === undefined ? undefined : passwordProblem(wanted.password, email);
  if (problem !== undefined) throw new AccountError(`The password is refused: ${problem}`);
  const passwordHash = wanted.password === undefined ? undefined : await hashPassword(wanted.password);
  await context.database.db.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('accounts')
      .values(newRow(id, email, wanted, at))
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) throw new AccountError(`There is already an account ${email}.`);
    await insertUser(transaction, { id, email, passwordHash, at });
    await enterPlan(transaction, context, { id, email, plan: wanted.plan, credits: wanted.credits });
  });
  return requireAccount(context, email);
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
    if (!user) return;
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('accounts')
      .values(newRow(id, email, wanted, at))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return;
    await enterPlan(transaction, context, { id, email, plan: 'trial', credits: undefined });
  });
}

/** The first visit to the dashboard (section 3). */
export async function initialiseAccount({ database }: AppContext, id: string): Promise<void> {
  await setInitialised(database.db, id, true);
}

function newRow(id: string, email: string, wanted: NewAccount, at: number): AccountRow {
  return {
    id,
    email,
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

export async function changeAccount(
  context: AppContext,
  email: string,
  changes: AccountChanges,
): Promise<Account> {
  const account = await requireAccount(context, email);
  const at = context.now();
  const { id } = account;
  // The trial goes on: it cannot begin a second time.
  const plan = account.plan === 'trial' && changes.plan === 'trial' ? undefined : changes.plan;
  await context.database.db.transaction().execute(async (transaction) => {
    const { credits } = changes;
    if (plan !== undefined) await enterPlan(transaction, context, { ...changes, ...account, plan, credits });
    else if (credits !== undefined) {
      await changeBalance(transaction, { id: randomId(), accountId: id, kind: 'set', at }, () => credits);
    }
    await changePlan(transaction, context, id, administered(context, eventsOf(changes)));
    if (changes.initialised !== undefined) await setInitialised(transaction, id, changes.initialised);
  });
  return requireAccount(context, email);
}

function eventsOf({ addedCredits, blocked, subscriptionEnds, cancelled }: AccountChanges): PlanEvent[] {
  return [
    ...(addedCredits === undefined ? [] : [{ kind: 'creditsAdded', amount: addedCredits } as const]),
    ...(blocked === undefined ? [] : [{ kind: blocked ? 'block' : 'unblock' } as const]),
    ...(subscriptionEnds === undefined ? [] : [{ kind: 'endSet', ends: subscriptionEnds } as const]),
    ...(cancelled === undefined ? [] : [{ kind: cancelled ? 'cancel' : 'resume' } as const]),
  ];
}

async function setInitialised(db: Kysely<Schema>, id: string, initialised: boolean): Promise<void> {
  await db
    .updateTable('accounts')
    .set((field) => ({ initialised: Number(initialised), revision: field('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Its endpoints stay, and answer that their owner is not found; its scheduled jobs go. */
export async function deleteAccount(context: AppContext, email: string): Promise<void> {
  const { id } = await requireAccount(context, email);
  await context.database.db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('api_keys').where('account_id', '=', id).execute();
    await transaction.deleteFrom('jobs').where('account_id', '=', id).execute();
    await transaction.deleteFrom('job_runs').where('account_id', '=', id).execute();
    await transaction.deleteFrom('connections').where('account_id', '=', id).execute();
    await transaction.deleteFrom('consents').where('account_id', '=', id).execute();
    await transaction.deleteFrom('webhook_secrets').where('account_id', '=', id).execute();
    await deleteUser(transaction, id);
    await transaction.deleteFrom('subscriptions').where('account_id', '=', id).execute();
    await transaction.deleteFrom('accounts').where('id', '=', id).execute();
  });
}

export async function requireAccount(context: AppContext, email: string): Promise<Account> {
  const account = await findAccount(context, email);
  if (!account)
    throw new AccountError(`There is no account ${email}. Create it with: account create ${email}`);
  return account;
}

export async function requireAccountById(context: AppContext, id: string): Promise<Account> {
  const account = await findAccountById(context, id);
  if (!account) throw new AccountError('The account has been deleted.');
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
    throw new AccountError(`${JSON.stringify(email)} is not an e-mail address.`);
  }
  return normal;
}
