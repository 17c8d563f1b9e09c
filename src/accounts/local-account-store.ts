/**
 * Which account is the local one after its owner has given it an address: it keeps a way to sign in of its own, the
 * printed link (contract 10.1.5).
 */

import { randomId } from '../base/random-id.ts';
import type { Db } from '../storage/database/database.ts';

export const localProvider = 'local';

export async function markLocalAccount(db: Db, id: string, at: number): Promise<void> {
  const moment = new Date(at).toISOString();
  await db
    .insertInto('sign_in_methods')
    .values({
      id: randomId(),
      user_id: id,
      provider: localProvider,
      provider_user_id: localProvider,
      created_at: moment,
      updated_at: moment,
    })
    .execute();
}

export async function markedLocalAccount(db: Db): Promise<string | undefined> {
  const found = await db
    .selectFrom('sign_in_methods')
    .select('user_id')
    .where('provider', '=', localProvider)
    .limit(1)
    .executeTakeFirst();
  return found?.user_id;
}
