/** API keys (contract 2.4 and 5.6): random, shown once, kept only as a digest; they authorise `POST /urls/create`. */
import type { AppContext } from '../app-context.ts';
import { digest } from '../base/digest.ts';
import { randomId } from '../base/random-id.ts';
import { inputRefused } from '../errors/refused-error.ts';
import type { ApiKeyRow } from '../storage/database/schema.ts';
import type { Account } from './account.ts';
import { findAccountOfApiKey, findApiKeys, insertApiKey } from './api-key-store.ts';

const maxKeys = 100;

export async function createApiKey({ database, now }: AppContext, account: Account): Promise<string> {
  const key = `tck_${randomId()}${randomId()}`;
  const row = {
    digest: digestOf(key),
    account_id: account.id,
    hint: key.slice(0, 8),
    created_at: now(),
  };
  if (await insertApiKey(database, row, maxKeys)) return key;
  throw inputRefused(`The account has ${maxKeys} API keys already. Delete one first.`);
}

/** The id of the account that the key belongs to. */
export async function accountOfApiKey({ database }: AppContext, key: string): Promise<string | undefined> {
  return findAccountOfApiKey(database.db, digestOf(key));
}

/** Keys that begin with the hint, or the one key that this is. */
export async function matchingApiKeys({ database }: AppContext, hintOrKey: string): Promise<ApiKeyRow[]> {
  const keys = await findApiKeys(database.db, digestOf(hintOrKey), hintOrKey);
  const whole = keys.find(({ digest }) => digest === digestOf(hintOrKey));
  return whole ? [whole] : keys;
}

function digestOf(key: string): string {
  return digest('api-key', key);
}
