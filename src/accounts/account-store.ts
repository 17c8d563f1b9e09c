/**
 * Accounts as they are kept (sections 2 and 3): create, find, change, delete. The trial is one-time: an
 * address that has had it starts at zero when it comes again.
 */
import type { Transaction } from 'kysely';
import type { AppContext } from '../app-context.ts';
import { changeBalance } from '../credits/credit-store.ts';
import { startDueCycle } from '../credits/cycle-store.ts';
import { digest } from '../digest.ts';
import { nextCycleEnd } from '../plans/billing-cycle.ts';
import { allocationOf, type PlanName, plans } from '../plans/plans.ts';
import { randomId } from '../random-id.ts';
import type { AccountRow, Schema } from '../storage/schema.ts';
import { type Account, toAccount } from './account.ts';
import { hashPassword } from './password.ts';

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
  readonly credits?: number | undefined;
  readonly addedCredits?: number | undefined;
  readonly blocked?: boolean | undefined;
  readonly initialised?: boolean | undefined;
  /** Null: it has no end. */
  readonly subscriptionEnds?: number | null | undefined;
}

export class AccountError extends Error {
  override readonly name = 'AccountError';
}

export async function createAccount(context: AppContext, wanted: NewAccount): Promise<Account> {
  const at = context.now();
  const email = normalEmail(wanted.email);
  const id = randomId();
  const passwordHash = wanted.password === undefined ? null : await hashPassword(wanted.password);
  await context.database.db.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('accounts')
      .values(newRow(id, email, wanted, passwordHash, at))
      .onConflict((conflict) => conflict.column('email').doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) throw new AccountError(`There is already an account ${email}.`);
    await enterPlan(transaction, {
      id,
      email,
      plan: wanted.plan,
      credits: wanted.credits,
      kind: 'grant',
      at,
    });
  });
  return requireAccount(context, email);
}

function newRow(
  id: string,
  email: string,
  wanted: NewAccount,
  passwordHash: string | null,
  at: number,
): AccountRow {
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
    password_hash: passwordHash,
    created_at: at,
    revision: 0,
    requests: 0,
  };
}

interface PlanEntry {
  readonly id: string;
  readonly email: string;
  readonly plan: PlanName;
  readonly credits: number | undefined;
  readonly kind: 'grant' | 'plan';
  readonly at: number;
}

/** A plan begins: a new cycle with its full allocation, or the trial's only one. */
async function enterPlan(db: Transaction<Schema>, entry: PlanEntry): Promise<void> {
  const { id, plan, at } = entry;
  const allocation = plan === 'custom' ? (entry.credits ?? null) : null;
  const cycleEnds = plans[plan].oneTime ? null : nextCycleEnd(at, at);
  await db
    .updateTable('accounts')
    .set((field) => ({
      plan,
      allocation,
      cycle_anchor: at,
      cycle_ends: cycleEnds,
      subscription_ends: null,
      revision: field('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
  const granted =
    plans[plan].oneTime && !(await takeTrial(db, entry.email, at)) ? 0 : allocationOf(plan, allocation);
  const change = { id: randomId(), accountId: id, kind: entry.kind, at };
  await changeBalance(db, change, () => entry.credits ?? granted);
}

/** False when the address has had its trial before. */
async function takeTrial(db: Transaction<Schema>, email: string, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('trials')
    .values({ email_digest: digest('trial', email), granted_at: at })
    .onConflict((conflict) => conflict.column('email_digest').doNothing())
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}

export async function changeAccount(
  context: AppContext,
  email: string,
  changes: AccountChanges,
): Promise<Account> {
  const account = await requireAccount(context, email);
  const at = context.now();
  // The trial goes on: it cannot begin a second time.
  const plan = account.plan === 'trial' && changes.plan === 'trial' ? undefined : changes.plan;
  await context.database.db.transaction().execute(async (transaction) => {
    if (plan !== undefined) {
      await enterPlan(transaction, {
        ...account,
        plan,
        credits: changes.credits,
        kind: 'plan',
        at,
      });
    } else if (changes.credits !== undefined) {
      const { credits } = changes;
      await changeBalance(
        transaction,
        { id: randomId(), accountId: account.id, kind: 'set', at },
        () => credits,
      );
    }
    if (changes.addedCredits !== undefined) await addCredits(transaction, account, changes, at);
    await updateFlags(transaction, account.id, changes);
  });
  return requireAccount(context, email);
}

async function addCredits(
  db: Transaction<Schema>,
  account: Account,
  changes: AccountChanges,
  at: number,
): Promise<void> {
  const plan = plans[changes.plan ?? account.plan];
  if (!plan.moreCanBeAdded) throw new AccountError(`Credits cannot be added to the ${plan.label} plan.`);
  const added = changes.addedCredits ?? 0;
  const change = { id: randomId(), accountId: account.id, kind: 'added', at } as const;
  await changeBalance(db, change, (old) => (old === null ? null : old + added));
}

async function updateFlags(db: Transaction<Schema>, id: string, changes: AccountChanges): Promise<void> {
  const { blocked, initialised, subscriptionEnds } = changes;
  const set = {
    ...(blocked !== undefined && { blocked: Number(blocked) }),
    ...(initialised !== undefined && { initialised: Number(initialised) }),
    ...(subscriptionEnds !== undefined && { subscription_ends: subscriptionEnds }),
  };
  if (Object.keys(set).length === 0) return;
  await db
    .updateTable('accounts')
    .set((field) => ({ ...set, revision: field('revision', '+', 1) }))
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
    await transaction.deleteFrom('accounts').where('id', '=', id).execute();
  });
}

export async function requireAccount(context: AppContext, email: string): Promise<Account> {
  const account = await findAccount(context, email);
  if (!account)
    throw new AccountError(`There is no account ${email}. Create it with: account create ${email}`);
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

function normalEmail(email: string): string {
  const normal = email.trim().toLowerCase();
  if (!/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(normal) || normal.length > 254) {
    throw new AccountError(`${JSON.stringify(email)} is not an e-mail address.`);
  }
  return normal;
}
