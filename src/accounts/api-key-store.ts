/** API keys as they are kept (sections 2 and 5): by their digest alone. */
import type { Kysely } from 'kysely';
import type { ApiKeyRow, Schema } from '../storage/schema.ts';

type Db = Kysely<Schema>;

export async function insertApiKey(db: Db, row: ApiKeyRow): Promise<void> {
  await db.insertInto('api_keys').values(row).execute();
}

export async function findAccountOfApiKey(db: Db, digest: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('account_id')
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row?.account_id;
}
