/**
 * After a change of `SECRET_KEY`: what is sealed with an older key is sealed again with the first, in place and
 * while hits go on, so that the older key can be left out some time later (section 5).
 */
import { secretBinding } from './connection.ts';
import type { ConnectionContext } from './connection-context.ts';
import { webhookSecretBinding } from './webhook-secret.ts';

export async function renewSecrets({ database, secrets, log }: ConnectionContext): Promise<number> {
  const { db } = database;
  let renewed = 0;
  /** What has changed meanwhile is left as it is: that was sealed with the first key already. */
  const renew = async (
    sealed: string | null,
    place: string,
    replace: (fresh: string) => Promise<unknown>,
  ): Promise<void> => {
    if (sealed === null || !secrets.isOutdated(sealed)) return;
    try {
      await replace(secrets.seal(secrets.open(sealed, place), place));
      renewed += 1;
    } catch (error) {
      log.error({ place, err: error }, 'a stored secret cannot be sealed again');
    }
  };
  for (const { id, secret } of await db.selectFrom('connections').select(['id', 'secret']).execute()) {
    await renew(secret, secretBinding(id), (fresh) =>
      db
        .updateTable('connections')
        .set({ secret: fresh })
        .where('id', '=', id)
        .where('secret', '=', secret)
        .execute(),
    );
  }
  for (const { account_id: id, secret } of await db.selectFrom('webhook_secrets').selectAll().execute()) {
    await renew(secret, webhookSecretBinding(id), (fresh) =>
      db.updateTable('webhook_secrets').set({ secret: fresh }).where('account_id', '=', id).execute(),
    );
  }
  return renewed;
}
