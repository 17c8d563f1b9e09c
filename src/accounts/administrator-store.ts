/** The first administrator, whom one conditional update decides (section 3). */
import type { Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';

export async function hasAdministrator(db: Kysely<Schema>): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('admin', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** False when there is one already. */
export async function claimAdministrator(db: Kysely<Schema>, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set((field) => ({ admin: 1, initialised: 1, revision: field('revision', '+', 1) }))
    .where('id', '=', accountId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('accounts as others').select('others.id').where('others.admin', '=', 1))),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
