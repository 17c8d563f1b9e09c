/**
 * API keys (sections 2 and 5): random, shown once, kept only as a digest; they authorise `POST /urls/create`.
 */
import type { AppContext } from '../app-context.ts';
import { digest } from '../digest.ts';
import { randomId } from '../random-id.ts';
import type { Account } from './account.ts';

export async function createApiKey({ database, now }: AppContext, account: Account): Promise<string> {
  const key = `tck_${randomId()}${randomId()}`;
  await database.db
    .insertInto('api_keys')
    .values({
      digest: digest('api-key', key),
      account_id: account.id,
      hint: key.slice(0, 8),
      created_at: now(),
    })
    .execute();
  return key;
}

/** The id of the account that the key belongs to. */
export async function accountOfApiKey({ database }: AppContext, key: string): Promise<string | undefined> {
  const row = await database.db
    .selectFrom('api_keys')
    .select('account_id')
    .where('digest', '=', digest('api-key', key))
    .executeTakeFirst();
  return row?.account_id;
}
