/**
 * Gives up a port so that nobody who is connected is cut (DESIGN section 3). The system resets what waits to be
 * accepted when a listening socket is closed, also what came in the last microsecond. So the queue is made as short
 * as it can be, one place, and closed at a moment at which that place is known to be taken by a connection of our own:
 * the event loop stands still meanwhile, so that it is not accepted, and whoever else connects is turned away by the
 * system, tries again, and is refused.
 */
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { LastConnection } from './last-connection.ts';
import type { OpenConnections } from './open-connections.ts';

/** How long the event loop stands still for one attempt, and how often it does. */
const attemptMs = 50;
const maxAttempts = 60;
/** Bounds the wait for a moment at which nobody connects. */
const maxTurns = 10_000;

/** Started early: it takes a moment. */
export function startLastConnection(server: Server): Worker | undefined {
  const address = server.address();
  if (address === null || typeof address === 'string') return undefined;
  const workerData: LastConnection = { host: address.address, port: address.port, connected };
  const worker = new Worker(new URL('./last-connection.ts', import.meta.url), { workerData });
  // Without it the port is given up at a moment at which nobody seems to wait.
  worker.on('error', () => {});
  worker.unref();
  return worker;
}

/** 1 when our own connection is in the queue. */
const connected = new Int32Array(new SharedArrayBuffer(4));

export async function stopListening(
  server: Server,
  connections: OpenConnections,
  worker: Worker | undefined,
): Promise<void> {
  const canShorten = worker !== undefined && shortenQueue(server);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    await nobodyWaits(connections);
    if (!canShorten || isEnded(worker) || isTaken(worker)) break;
    worker.postMessage(false);
  }
  // That of `http` would also close connections whose next request may be on its way.
  NetServer.prototype.close.call(server);
  await worker?.terminate();
}

/** A turn of the event loop in which nobody was accepted. */
async function nobodyWaits(connections: OpenConnections): Promise<void> {
  let accepted = -1;
  for (let turn = 0; accepted !== connections.accepted && turn < maxTurns; turn++) {
    accepted = connections.accepted;
    await nextTurn();
  }
}

const isEnded = ({ threadId }: Worker): boolean => threadId === -1;

function isTaken(worker: Worker): boolean {
  Atomics.store(connected, 0, 0);
  worker.postMessage(true);
  Atomics.wait(connected, 0, 0, attemptMs);
  return Atomics.load(connected, 0) === 1;
}

/** Listening again with another length changes only that. Node has no public way to it. */
function shortenQueue(server: Server): boolean {
  const handle: unknown = Reflect.get(server, '_handle');
  if (typeof handle !== 'object' || handle === null) return false;
  const listen: unknown = Reflect.get(handle, 'listen');
  return typeof listen === 'function' && Reflect.apply(listen, handle, [0]) === 0;
}
