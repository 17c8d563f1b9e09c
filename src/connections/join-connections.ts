/**
 * Connections to the same account become one: its endpoints go on with the one that was chosen, and the others end, into
 * the bin.
 */
import { changeRefused } from '../errors/refused-error.ts';
import { endConnection } from './connect.ts';
import type { Connection } from './connection.ts';
import type { ConnectionContext } from './connection-context.ts';
import { noteAccepted } from './stopped-store.ts';
import { moveEndpoints, twinsOf } from './twin-store.ts';

export async function joinConnections(
  context: ConnectionContext,
  connection: Connection,
): Promise<{ readonly joined: number; readonly movedEndpoints: number }> {
  const { db } = context.database;
  const { id, accountId, state, problem } = connection;
  if (state !== 'working' || problem !== null)
    throw changeRefused('This connection has stopped. Reconnect it first, or join them on one that works.');
  const twins = (await twinsOf(db, connection)).map((twin) => twin.id);
  const movedEndpoints = await moveEndpoints(db, accountId, twins, id);
  for (const twin of twins) await endConnection(context, twin);
  if (movedEndpoints > 0) await noteAccepted(context, connection);
  return { joined: twins.length, movedEndpoints };
}
