/**
 * Making, renewing and ending connections (section 5). A renewed connection keeps its id, so that its endpoints
 * work again at the same addresses; an ended one keeps nothing secret.
 */
import { digest } from '../digest.ts';
import { randomId } from '../random-id.ts';
import { type Connection, type Credential, secretBinding } from './connection.ts';
import type { ConnectionContext } from './connection-context.ts';
import { changeConnection, findConnection, insertConnection } from './connection-store.ts';
import type { PlatformName } from './platforms.ts';

export interface NewCredential {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresAt: number | null;
}

export async function addConnection(
  context: ConnectionContext,
  accountId: string,
  platform: PlatformName,
  credential: NewCredential,
): Promise<Connection> {
  const id = randomId();
  const connection: Connection = {
    id,
    accountId,
    platform,
    state: 'working',
    secret: sealed(context, id, credential),
    expiresAt: credential.expiresAt,
    version: 0,
    createdAt: context.now(),
  };
  await insertConnection(context.database.db, connection);
  return connection;
}

/** Takes the place of whatever the connection held. */
export async function renewConnection(
  context: ConnectionContext,
  id: string,
  credential: NewCredential,
): Promise<void> {
  const { expiresAt } = credential;
  await changeUntilDone(context, id, {
    state: 'working',
    secret: sealed(context, id, credential),
    expiresAt,
  });
}

export async function endConnection(context: ConnectionContext, id: string): Promise<void> {
  await changeUntilDone(context, id, { state: 'disconnected', secret: null, expiresAt: null });
}

/** Somebody may be refreshing it at this moment: what the owner wants comes after that. */
async function changeUntilDone(
  { database }: ConnectionContext,
  id: string,
  change: Pick<Connection, 'state' | 'secret' | 'expiresAt'>,
): Promise<void> {
  for (;;) {
    const connection = await findConnection(database.db, id);
    if (!connection || (await changeConnection(database.db, connection, change))) return;
  }
}

function sealed(
  context: ConnectionContext,
  id: string,
  { accessToken, refreshToken }: NewCredential,
): string {
  const identity = digest('platform-limits', refreshToken ?? accessToken).slice(0, 16);
  const credential: Credential = { accessToken, refreshToken, identity };
  return context.secrets.seal(JSON.stringify(credential), secretBinding(id));
}
