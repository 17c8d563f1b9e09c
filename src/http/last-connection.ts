/**
 * Runs in a thread of its own while the service gives up its port: connects to it when told `true`, leaves when told
 * `false`, and says in shared memory when it is connected, because the main thread stands still meanwhile (DESIGN
 * section 3).
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
let socket: Socket | undefined;

parentPort?.on('message', (isWanted: boolean) => {
  socket?.destroy();
  if (!isWanted) return;
  const begun = connect(port, host, () => {
    if (begun !== socket) return;
    Atomics.store(connected, 0, 1);
    Atomics.notify(connected, 0);
  });
  begun.on('error', () => {});
  socket = begun;
});
