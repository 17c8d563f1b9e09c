/**
 * Gives a connection back at its platform, where that is possible, so that nothing there trusts this service any more
 * (contract 5.5.4).
 */
import { type Connection, credentialShape, secretBinding } from './connection.ts';
import type { ConnectionContext } from './connection-context.ts';
import { isSharedAtPlatform } from './connection-store.ts';
import { sendRequest } from './platform-http.ts';
import { platformOf } from './platforms.ts';

const timeLimitMs = 15_000;
const never = new AbortController().signal;

/**
 * False when the platform did not answer, and may be asked again. At Google one answer ends every grant of that person:
 * while another connection uses the same account there, nothing is given back.
 */
export async function revokeGrant(context: ConnectionContext, connection: Connection): Promise<boolean> {
  const url = platformOf(connection.platform).oauth?.revokeUrl?.(context.config);
  const token = tokenOf(context, connection);
  if (url === undefined || token === undefined) return true;
  if (await isSharedAtPlatform(context.database.db, connection)) return true;
  try {
    const { status } = await sendRequest({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token }).toString(),
      timeLimitMs,
      signal: never,
    });
    // 400: it does not know the token any more.
    return status === 200 || status === 400;
  } catch (err) {
    context.log.warn({ err, connection: connection.id }, 'a connection could not be revoked at its platform');
    return false;
  }
}

/** Undefined when there is none, or it cannot be read. */
function tokenOf({ secrets }: ConnectionContext, { id, secret }: Connection): string | undefined {
  if (secret === null) return undefined;
  try {
    const held = credentialShape.parse(JSON.parse(secrets.open(secret, secretBinding(id))));
    return held.refreshToken ?? held.accessToken;
  } catch {
    return undefined;
  }
}
