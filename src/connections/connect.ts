/**
 * Making, renewing and ending connections (contract 5.5.4), with a credential that the platform accepts. A renewed
 * connection keeps its id, so that its endpoints work again at the same addresses; an ended one keeps its
 * credential, sealed, while it can be brought back.
 */
import { randomId } from '../base/random-id.ts';
import { putIntoBin, takeOutOfBin } from '../storage/database/bin-store.ts';
import { inTransaction } from '../storage/database/in-transaction.ts';
import { type Credential, limitIdentity, type NewCredential, secretBinding } from './connection.ts';
import type { ConnectionContext } from './connection-context.ts';
import {
  type ConnectionChange,
  changeConnection,
  findConnection,
  insertConnection,
} from './connection-store.ts';
import { connectionTitle } from './connection-title.ts';
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
    await takeOutOfBin(context.database.db, connectionId);
    await noteAccepted(context, { id: connectionId, accountId, platform });
  } else {
    const createdAt = context.now();
    await insertConnection(context.database.db, {
      id,
      accountId,
      platform,
      ...working,
      name: null,
      version: 0,
      createdAt,
    });
  }
  return { id, platform, account };
}

/** Its credential stays sealed until nobody can bring the connection back any more. */
export async function endConnection({ database, now }: ConnectionContext, id: string): Promise<void> {
  for (;;) {
    const connection = await findConnection(database.db, id);
    if (!connection || connection.state === 'disconnected') return;
    const { accountId, secret, expiresAt, state, problem } = connection;
    const ended = { state: 'disconnected', secret, expiresAt, problem: null } as const;
    const deleted = {
      kind: 'connection',
      id,
      name: connectionTitle(connection),
      row: { state, problem },
    } as const;
    const isDone = await inTransaction(database.db, async (transaction) => {
      if (!(await changeConnection(transaction, connection, ended))) return false;
      await putIntoBin(transaction, { accountId, at: now(), partOf: null }, [deleted]);
      return true;
    });
    if (isDone) return;
  }
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
