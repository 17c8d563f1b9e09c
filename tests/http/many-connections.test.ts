/** More connections than Node lets wait by itself: those who come while the service is busy for a moment are answered. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { serveProgram } from '../support/program.ts';

const connections = 1_500;

it('1,500 clients who connect while the service stands still are all connected, and answered', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-connections-'));
  try {
    await using program = await serveProgram({ DATA_DIR: folder, PORT: String(await freePort()) });
    const { port } = new URL(program.url);
    program.signal('SIGSTOP');
    const answers = Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect', { signal: AbortSignal.timeout(10_000) });
      return socket;
    });
    const sockets = await Promise.all(answers).finally(() => program.signal('SIGCONT'));
    const texts = sockets.map((socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      return text(socket);
    });
    for (const answer of await Promise.all(texts)) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
});
