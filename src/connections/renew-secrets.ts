/**
 * After a change of `SECRET_KEY`: what is sealed with an older key is sealed again with the first, in place and
 * while hits go on, so that the older key can be left out some time later (section 5).
 */
import { secretBinding } from './connection.ts';
import type { ConnectionContext } from './connection-context.ts';
import { connectionSecrets, replaceConnectionSecret } from './connection-store.ts';
import { webhookSecretBinding } from './webhook-secret.ts';
import { allWebhookSecrets, replaceWebhookSecret } from './webhook-secret-store.ts';

/** How many were sealed again. */
export async function renewSecrets(context: ConnectionContext): Promise<number> {
  const { db } = context.database;
  let renewed = 0;
  for (const { id, secret } of await connectionSecrets(db)) {
    const fresh = sealedAgain(context, secret, secretBinding(id));
    if (fresh === undefined) continue;
    await replaceConnectionSecret(db, id, secret, fresh);
    renewed += 1;
  }
  for (const { account_id, secret } of await allWebhookSecrets(db)) {
    const fresh = sealedAgain(context, secret, webhookSecretBinding(account_id));
    if (fresh === undefined) continue;
    await replaceWebhookSecret(db, account_id, fresh);
    renewed += 1;
  }
  return renewed;
}

/** Undefined when it is sealed with the first key already, or cannot be opened. */
function sealedAgain(
  { secrets, log }: ConnectionContext,
  sealed: string,
  binding: string,
): string | undefined {
  if (!secrets.isOutdated(sealed)) return undefined;
  try {
    return secrets.seal(secrets.open(sealed, binding), binding);
  } catch (error) {
    log.error({ binding, err: error }, 'a stored secret cannot be sealed again');
    return undefined;
  }
}
