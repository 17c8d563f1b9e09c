/**
 * Runs in a thread of its own while the service gives up its port: takes the two places of its queue when told `true`,
 * leaves when told `false`, and says in shared memory when it is connected, because the main thread stands still
 * meanwhile (contract 10.3.2).
 */
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

export interface LastConnection {
  readonly host: string;
  readonly port: number;
  /** Set to 1 when connected. */
  readonly connected: Int32Array<SharedArrayBuffer>;
}

// What `stop-listening.ts` has passed, which is the only one to start this thread.
const { host, port, connected }: LastConnection = workerData;
let sockets: Socket[] = [];

parentPort?.on('message', (isWanted: boolean) => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  if (isWanted) takePlaces(sockets, 2);
});

/** One after the other: nobody comes between those that are connected. */
function takePlaces(own: Socket[], places: number): void {
  const socket = connect(port, host, () => {
    if (own !== sockets) return;
    if (places > 1) return takePlaces(own, places - 1);
    Atomics.store(connected, 0, 1);
    Atomics.notify(connected, 0);
  });
  own.push(socket.on('error', () => {}));
}
