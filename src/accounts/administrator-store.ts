/** Administrators: the first, whom one conditional update decides, and who else is one; there is always one (section 3). */
import type { Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import { localProvider } from './local-account-store.ts';

/** False also as long as the only one came by the printed link and has set no password yet. */
export async function canAdministratorSignIn(db: Kysely<Schema>): Promise<boolean> {
  return (await administratorsWhoSignIn(db).limit(1).executeTakeFirst()) !== undefined;
}

/** False when there is one already. */
export async function claimAdministrator(db: Kysely<Schema>, accountId: string): Promise<boolean> {
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
  db: Kysely<Schema>,
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

export async function hasOtherAdministrator(db: Kysely<Schema>, id: string): Promise<boolean> {
  const other = await db
    .selectFrom('accounts')
    .select('id')
    .where('admin', '=', 1)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** False when nobody else would be left. */
export async function setAdministrator(db: Kysely<Schema>, id: string, isOne: boolean): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Locks them all: of two who go at once, the second sees that the first has gone.
    const administrators = await transaction
      .updateTable('accounts')
      .set((field) => ({ revision: field('revision', '+', 1) }))
      .where('admin', '=', 1)
      .returning('id')
      .execute();
    if (!isOne && administrators.every((each) => each.id === id)) return false;
    await transaction
      .updateTable('accounts')
      .set((field) => ({ admin: Number(isOne), revision: field('revision', '+', 1) }))
      .where('id', '=', id)
      .execute();
    return true;
  });
}

function administratorsWhoSignIn(db: Kysely<Schema>) {
  return db
    .selectFrom('accounts as administrators')
    .innerJoin('sign_in_methods', 'sign_in_methods.user_id', 'administrators.id')
    .select('administrators.id')
    .where('administrators.admin', '=', 1)
    .where('sign_in_methods.provider', '!=', localProvider);
}
