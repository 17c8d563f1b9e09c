/** API keys as they are kept (contract 2.4 and 5.6): by their digest alone. */

import { countRows } from '../storage/database/count-rows.ts';
import type { Database, Db } from '../storage/database/database.ts';
import type { ApiKeyRow } from '../storage/database/schema.ts';
import { addWithin } from '../storage/database/within-limit.ts';

/** False if the account has `most` keys already. */
export async function insertApiKey(database: Database, row: ApiKeyRow, most: number): Promise<boolean> {
  return addWithin(
    database,
    { table: 'accounts', id: row.account_id },
    {
      most,
      count: (transaction) => countApiKeysOf(transaction, row.account_id),
      add: async (transaction) => void (await transaction.insertInto('api_keys').values(row).execute()),
    },
  );
}

export async function apiKeysOf(db: Db, accountId: string): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('digest')
    .execute();
}

async function countApiKeysOf(db: Db, accountId: string): Promise<number> {
  return countRows(db.selectFrom('api_keys').where('account_id', '=', accountId));
}

/** By the digest, or by the hint. */
export async function findApiKeys(db: Db, digest: string, hint: string): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where((field) => field.or([field('digest', '=', digest), field('hint', '=', hint)]))
    .execute();
}

export async function deleteApiKey(db: Db, digest: string): Promise<void> {
  await db.deleteFrom('api_keys').where('digest', '=', digest).execute();
}

/** False when the account has no such key. */
export async function deleteApiKeyOf(db: Db, accountId: string, digest: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_keys')
    .where('digest', '=', digest)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function findAccountOfApiKey(db: Db, digest: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('account_id')
    .where('digest', '=', digest)
    .executeTakeFirst();
  return row?.account_id;
}
