/**
 * Making, renewing and ending connections (contract 5.5.4), with a credential that the platform accepts. A renewed
 * connection keeps its id, so that its endpoints work again at the same addresses; an ended one keeps nothing secret.
 */
import { randomId } from '../base/random-id.ts';
import { type Credential, limitIdentity, type NewCredential, secretBinding } from './connection.ts';
import type { ConnectionContext } from './connection-context.ts';
import {
  type ConnectionChange,
  changeConnection,
  findConnection,
  insertConnection,
} from './connection-store.ts';
import type { PlatformName } from './platforms.ts';
import { noteAccepted } from './stopped-store.ts';
import { tryCredential } from './try-credential.ts';

export interface ConnectionWanted {
  readonly accountId: string;
  readonly platform: PlatformName;
  /** A connection that is to be renewed; null for a new one. */
  readonly connectionId: string | null;
}

export interface Connected {
  readonly id: string;
  readonly platform: PlatformName;
  /** Whose account it is at the platform; null when it does not tell. */
  readonly account: string | null;
}

/** Throws a CredentialError, and stores nothing, when the platform does not accept the credential. */
export async function connect(
  context: ConnectionContext,
  { accountId, platform, connectionId }: ConnectionWanted,
  given: NewCredential,
): Promise<Connected> {
  const { credential, account } = await tryCredential(context, platform, given);
  const id = connectionId ?? randomId();
  const working = {
    state: 'working',
    secret: sealed(context, id, credential),
    expiresAt: credential.expiresAt,
    account,
    checkedAt: context.now(),
    problem: null,
  } as const;
  if (connectionId !== null) {
    await changeUntilDone(context, connectionId, working);
    await noteAccepted(context, { id: connectionId, accountId, platform });
  } else {
    const createdAt = context.now();
    await insertConnection(context.database.db, {
      id,
      accountId,
      platform,
      ...working,
      version: 0,
      createdAt,
    });
  }
  return { id, platform, account };
}

export async function endConnection(context: ConnectionContext, id: string): Promise<void> {
  await changeUntilDone(context, id, {
    state: 'disconnected',
    secret: null,
    expiresAt: null,
    problem: null,
  });
}

/** Another process may be refreshing it at this moment: what the owner wants comes after that. */
async function changeUntilDone(
  { database }: ConnectionContext,
  id: string,
  change: ConnectionChange,
): Promise<void> {
  for (;;) {
    const connection = await findConnection(database.db, id);
    if (!connection || (await changeConnection(database.db, connection, change))) return;
  }
}

function sealed(context: ConnectionContext, id: string, given: NewCredential): string {
  const { accessToken, refreshToken } = given;
  const credential: Credential = { accessToken, refreshToken, identity: limitIdentity(given) };
  return context.secrets.seal(JSON.stringify(credential), secretBinding(id));
}
