/**
 * Gives up a port so that nobody who is connected is cut (contract 10.3.2). The system resets what waits to be accepted
 * when a listening socket is closed, also what came in the last microsecond. So the queue is made as short as it can
 * be, two places, and closed at a moment at which both are known to be taken by connections of our own: the event loop
 * stands still meanwhile, so that they are not accepted, and whoever else connects is turned away by the system, tries
 * again, and is refused.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, Server as NetServer } from 'node:net';
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

/** 1 when our own connections are in the queue. */
const connected = new Int32Array(new SharedArrayBuffer(4));

export async function stopListening(
  server: Server,
  connections: OpenConnections,
  worker: Worker | undefined,
): Promise<void> {
  const shortened = worker && (await shortenQueue(server));
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    await nobodyWaits(connections);
    if (!worker || !shortened || isEnded(worker) || isTaken(worker)) break;
    worker.postMessage(false);
  }
  // That of `http` would also close connections whose next request may be on its way.
  NetServer.prototype.close.call(server);
  shortened?.close();
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

/** Linux lets one more wait than it is told, and Node takes 0 for its default. */
const shortest = 1;

/**
 * A second server that listens on the socket of the first: that changes only the length of the queue. What it accepts
 * it hands to the first. Undefined where that cannot be done.
 */
export async function shortenQueue(server: Server): Promise<NetServer | undefined> {
  const second = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  );
  try {
    second.listen(server, shortest);
    await once(second, 'listening');
    return second;
  } catch {
    return undefined;
  }
}
