/**
 * After a change of `SECRET_KEY`: what is sealed with an older key is sealed again with the first, in place and
 * while hits go on, so that the older key can be left out some time later (contract 5.8.2).
 */
import type { Db } from '../storage/database/database.ts';
import { secretBinding } from './connection.ts';
import type { ConnectionContext } from './connection-context.ts';
import { connectionSecrets, resealConnectionSecret } from './connection-store.ts';
import { webhookSecretBinding } from './webhook-secret.ts';
import { allWebhookSecrets, resealWebhookSecret } from './webhook-secret-store.ts';

interface Renewal {
  /** How many were sealed again. */
  readonly renewed: number;
  /** Whether every secret is now sealed with the first key. */
  readonly isComplete: boolean;
}

export async function renewSecrets(context: ConnectionContext): Promise<Renewal> {
  const { db } = context.database;
  let renewed = 0;
  let isComplete = true;
  for (const { sealed, binding, replace } of await allSealed(db)) {
    if (!context.secrets.isOutdated(sealed)) continue;
    const fresh = sealedAgain(context, sealed, binding);
    if (fresh === undefined) isComplete = false;
    // One that its owner has changed since it was read is sealed with the first key already, or the next time.
    else if (await replace(fresh)) renewed += 1;
    else isComplete = false;
  }
  return { renewed, isComplete };
}

interface Sealed {
  readonly sealed: string;
  readonly binding: string;
  /** False when it was changed since it was read. */
  readonly replace: (fresh: string) => Promise<boolean>;
}

async function allSealed(db: Db): Promise<Sealed[]> {
  const connections = await connectionSecrets(db);
  const webhooks = await allWebhookSecrets(db);
  return [
    ...connections.map((kept) => ({
      sealed: kept.secret,
      binding: secretBinding(kept.id),
      replace: (fresh: string) => resealConnectionSecret(db, kept, fresh),
    })),
    ...webhooks.map((kept) => ({
      sealed: kept.secret,
      binding: webhookSecretBinding(kept.account_id),
      replace: (fresh: string) => resealWebhookSecret(db, kept, fresh),
    })),
  ];
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
    log.error({ binding, err: error }, 'a stored secret cannot be encrypted again');
    return undefined;
  }
}
