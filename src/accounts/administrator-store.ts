/** Administrators: the first, whom one conditional update decides, and who else is one; there is always one. */

import type { Actor } from '../audit/audit-entry.ts';
import { ServiceError } from '../errors/errors.ts';
import { changeRefused } from '../errors/refused-error.ts';
import type { Db } from '../storage/database/database.ts';
import type { Account } from './account.ts';
import { localProvider } from './local-account-store.ts';

/** False also as long as the only one came by the printed link and has set no password yet. */
export async function canAdministratorSignIn(db: Db): Promise<boolean> {
  return (await administratorsWhoSignIn(db).limit(1).executeTakeFirst()) !== undefined;
}

/** False when there is one already. */
export async function claimAdministrator(db: Db, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set((field) => ({ admin: 1, initialised: 1, revision: field('revision', '+', 1) }))
    .where('id', '=', accountId)
    .where(({ not, exists }) => not(exists(administratorsWhoSignIn(db))))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whom an owner can ask; the address of the account without one is left out. */
export async function administratorAddresses(
  db: Db,
  exceptAddress: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('email')
    .where('admin', '=', 1)
    .where('email', '<>', exceptAddress)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ email }) => email);
}

/** One who is not blocked. */
async function isAdministrator(db: Db, which: { readonly other: boolean; readonly id: string }) {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('admin', '=', 1)
    .where('blocked', '=', 0)
    .where('id', which.other ? '<>' : '=', which.id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Within the transaction that acts: another may have taken the rights, or blocked the account, a moment ago. */
export async function requireAdministrator(db: Db, by: Actor): Promise<void> {
  if (by.id !== null && !(await isAdministrator(db, { other: false, id: by.id })))
    throw new ServiceError('administratorsOnly');
}

/** The owner may, unless nobody would be left to administer; so may an administrator, and the command line always. */
export async function mayEndAccount(db: Db, by: Actor, account: Account): Promise<void> {
  if (by.id !== account.id) return requireAdministrator(db, by);
  if (account.admin && !(await isAdministrator(db, { other: true, id: account.id })))
    throw changeRefused('You are the only administrator: make somebody else administrator first.');
}

export async function setAdministrator(db: Db, id: string, isOne: boolean): Promise<void> {
  await db
    .updateTable('accounts')
    .set((field) => ({ admin: Number(isOne), revision: field('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

function administratorsWhoSignIn(db: Db) {
  return db
    .selectFrom('accounts as administrators')
    .innerJoin('sign_in_methods', 'sign_in_methods.user_id', 'administrators.id')
    .select('administrators.id')
    .where('administrators.admin', '=', 1)
    .where('sign_in_methods.provider', '!=', localProvider);
}
