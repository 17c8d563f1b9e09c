/** The documented way to a shorter queue of waiting connections, which giving up a port rests on. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { shortenQueue } from './stop-listening.ts';

/** Connects six times, and counts who is connected. */
const six = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, connected } } = require('node:worker_threads');
  parentPort.on('message', () => {
    for (let turn = 0; turn < 6; turn++) {
      connect(port, '127.0.0.1', () => {
        Atomics.add(connected, 0, 1);
        Atomics.notify(connected, 0);
      }).on('error', () => {});
    }
  });
`;

it('has two places, and who comes by it is answered by the first server', async () => {
  const server = createServer((_request, response) => response.end('answered'));
  server.listen(0, '127.0.0.1', 4_096);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const second = await shortenQueue(server);
  expect(second?.address()).toEqual(address);
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('answered');
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(six, { eval: true, workerData: { port, connected } });
  try {
    await once(worker, 'online');
    worker.postMessage(true);
    // Nobody is accepted while this thread stands still.
    Atomics.wait(connected, 0, 0, 10_000);
    Atomics.wait(connected, 0, 1, 10_000);
    Atomics.wait(connected, 0, 2, 500);
    expect(Atomics.load(connected, 0)).toBe(2);
  } finally {
    await worker.terminate();
    server.closeAllConnections();
    server.close();
    second?.close();
  }
});
