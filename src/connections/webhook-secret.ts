/**
 * The secret that signs what an account sends to its webhooks (contract 1.7.10): made when it is first needed, and kept
 * sealed.
 */
import { randomBytes } from 'node:crypto';
import type { ConnectionContext } from './connection-context.ts';
import { findWebhookSecret, insertWebhookSecret, putWebhookSecret } from './webhook-secret-store.ts';

export async function webhookSecret(context: ConnectionContext, accountId: string): Promise<string> {
  const { secrets, database } = context;
  const { db } = database;
  const binding = webhookSecretBinding(accountId);
  const kept = await findWebhookSecret(db, accountId);
  if (kept !== undefined) return secrets.open(kept, binding);
  await insertWebhookSecret(db, { account_id: accountId, secret: secrets.seal(newSecret(), binding) });
  return secrets.open((await findWebhookSecret(db, accountId)) ?? '', binding);
}

/** From now on everything is signed with a new one; receivers that check the signature must get it. */
export async function renewWebhookSecret(context: ConnectionContext, accountId: string): Promise<string> {
  const { secrets, database } = context;
  const made = newSecret();
  const secret = secrets.seal(made, webhookSecretBinding(accountId));
  await putWebhookSecret(database.db, { account_id: accountId, secret });
  return made;
}

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

/** Where it is kept, for sealing it. */
export function webhookSecretBinding(accountId: string): string {
  return `webhook_secrets/${accountId}/secret`;
}
