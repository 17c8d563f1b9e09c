/**
 * After a change of `SECRET_KEY`: what is sealed with an older key is sealed again with the first, in place and
 * while hits go on, so that the older key can be left out some time later (section 5).
 */
import { secretBinding } from './connection.ts';
import type { ConnectionContext } from './connection-context.ts';
import { connectionSecrets, replaceConnectionSecret } from './connection-store.ts';
import { webhookSecretBinding } from './webhook-secret.ts';
import { allWebhookSecrets, replaceWebhookSecret } from './webhook-secret-store.ts';

export interface Renewal {
  /** How many were sealed again. */
  readonly renewed: number;
  /** Whether every secret is now sealed with the first key. */
  readonly isComplete: boolean;
}

export async function renewSecrets(context: ConnectionContext): Promise<Renewal> {
  const { db } = context.database;
  let renewed = 0;
  let isComplete = true;
  for (const { id, secret } of await connectionSecrets(db)) {
    if (!context.secrets.isOutdated(secret)) continue;
    const fresh = sealedAgain(context, secret, secretBinding(id));
    isComplete &&= fresh !== undefined;
    if (fresh === undefined) continue;
    await replaceConnectionSecret(db, id, secret, fresh);
    renewed += 1;
  }
  for (const { account_id, secret } of await allWebhookSecrets(db)) {
    if (!context.secrets.isOutdated(secret)) continue;
    const fresh = sealedAgain(context, secret, webhookSecretBinding(account_id));
    isComplete &&= fresh !== undefined;
    if (fresh === undefined) continue;
    await replaceWebhookSecret(db, account_id, fresh);
    renewed += 1;
  }
  return { renewed, isComplete };
}

/** Undefined when it cannot be opened. */
function sealedAgain(
  { secrets, log }: ConnectionContext,
  sealed: string,
  binding: string,
): string | undefined {
  try {
    return secrets.seal(secrets.open(sealed, binding), binding);
  } catch (error) {
    log.error({ binding, err: error }, 'a stored secret cannot be sealed again');
    return undefined;
  }
}
