/**
 * The secret that signs what an account sends to its webhooks (1.7, "other integrations"): made when it is
 * first needed, and kept sealed.
 */
import { randomBytes } from 'node:crypto';
import type { ConnectionContext } from './connection-context.ts';

export async function webhookSecret(context: ConnectionContext, accountId: string): Promise<string> {
  const { database, secrets } = context;
  const place = webhookSecretBinding(accountId);
  const read = () =>
    database.db
      .selectFrom('webhook_secrets')
      .select('secret')
      .where('account_id', '=', accountId)
      .executeTakeFirst();
  const kept = await read();
  if (kept) return secrets.open(kept.secret, place);
  const made = `whsec_${randomBytes(32).toString('base64url')}`;
  await database.db
    .insertInto('webhook_secrets')
    .values({ account_id: accountId, secret: secrets.seal(made, place) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return secrets.open((await read())?.secret ?? '', place);
}

/** Where it is kept, for sealing it. */
export function webhookSecretBinding(accountId: string): string {
  return `webhook_secrets/${accountId}/secret`;
}
