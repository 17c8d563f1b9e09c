/** The first administrator, whom one conditional update decides (section 3). */
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

function administratorsWhoSignIn(db: Kysely<Schema>) {
  return db
    .selectFrom('accounts as administrators')
    .innerJoin('sign_in_methods', 'sign_in_methods.user_id', 'administrators.id')
    .select('administrators.id')
    .where('administrators.admin', '=', 1)
    .where('sign_in_methods.provider', '!=', localProvider);
}
