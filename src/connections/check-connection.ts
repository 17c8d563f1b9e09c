/** Whether a connection still works, by the call that tells whose it is (contract 5.5); what comes out is kept. */
import { ServiceError } from '../errors/errors.ts';
import { PlatformRefusal } from '../platform/platform-request.ts';
import type { Connection } from './connection.ts';
import type { ConnectionContext } from './connection-context.ts';
import { noteConnection } from './connection-store.ts';
import { platformCaller } from './platform-caller.ts';
import { platformOf } from './platforms.ts';
import { readAccount } from './try-credential.ts';

/** Throws when the platform said nothing about it: it may be down. */
export async function checkConnection(
  context: ConnectionContext,
  connection: Connection,
  signal: AbortSignal,
): Promise<void> {
  const { database, now } = context;
  const platform = platformOf(connection.platform);
  const { path, scope } = platform.identity;
  try {
    const { json } = await platformCaller(context, { connectionId: connection.id, signal })({ path, scope });
    const account = readAccount(platform, json);
    await noteConnection(database.db, connection, { account, checkedAt: now(), problem: null });
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    await noteConnection(database.db, connection, { checkedAt: now(), problem });
  }
}

/** Undefined for what says nothing about the credential. */
function problemOf(error: unknown): string | undefined {
  if (error instanceof PlatformRefusal) return `The platform refuses it: ${error.message}`;
  if (!(error instanceof ServiceError)) return undefined;
  const isRefused = error.key === 'platformRefused' || error.key === 'platformDisconnected';
  return isRefused ? (error.data ?? error.message) : undefined;
}
