/**
 * Stops taking requests without cutting a connection (contract 10.3.2). For a grace all is answered as before, but with
 * `Connection: close`, so that clients leave by themselves. Then connections that nobody uses are closed, what waits to
 * be accepted is accepted, and only then the port is given up.
 */
import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { OpenConnections } from './open-connections.ts';
import { startLastConnection, stopListening } from './stop-listening.ts';

const lookEveryMs = 20;

/** On a connection that is quiet for so long no request is on its way. */
const longestQuietMs = 1_000;
const shortestQuietMs = 100;

/** Resolves when the last connection is closed; `hurry` ends the grace. */
export async function stopServing(
  server: Server,
  connections: OpenConnections,
  graceMs: number,
  hurry: AbortSignal,
): Promise<void> {
  connections.endAfterAnswers();
  const last = graceMs > 0 ? startLastConnection(server) : undefined;
  await pause(graceMs, undefined, { signal: hurry }).catch(() => {});
  await stopListening(server, connections, last);
  const quietMs = hurry.aborted
    ? shortestQuietMs
    : Math.max(shortestQuietMs, Math.min(graceMs, longestQuietMs));
  while (connections.size > 0) {
    // What has arrived is read before it is decided who is quiet.
    await nextTurn();
    connections.closeQuiet(quietMs);
    await pause(lookEveryMs);
  }
}
