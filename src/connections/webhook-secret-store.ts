/** The secrets that sign webhooks, as they are kept: sealed, one for each account (contract 1.7.10). */

import type { Selectable } from 'kysely';
import type { WebhookSecretRow } from '../storage/database/connection-schema.ts';
import type { Db } from '../storage/database/database.ts';

export async function findWebhookSecret(db: Db, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('webhook_secrets')
    .select('secret')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.secret;
}

/** Leaves one that is there: of several processes the first decides. */
export async function insertWebhookSecret(db: Db, row: WebhookSecretRow): Promise<void> {
  await db
    .insertInto('webhook_secrets')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** In the place of one that is there. */
export async function putWebhookSecret(db: Db, row: WebhookSecretRow): Promise<void> {
  await db
    .insertInto('webhook_secrets')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ secret: row.secret }))
    .execute();
}

export async function allWebhookSecrets(db: Db): Promise<Selectable<WebhookSecretRow>[]> {
  return db.selectFrom('webhook_secrets').selectAll().execute();
}

/** False when it was changed since it was read. */
export async function resealWebhookSecret(
  db: Db,
  { account_id, secret: before }: WebhookSecretRow,
  secret: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_secrets')
    .set({ secret })
    .where('account_id', '=', account_id)
    .where('secret', '=', before)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
