/** What clients see of a service that stops: every request is answered, and told that its connection ends. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type ServingProgram, serveProgram } from '../support/program.ts';
import { rawRequest } from '../support/raw-http.ts';

describe('a service that stops', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tablecast-stopping-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

  async function serve(name: string, graceMs: number): Promise<ServingProgram> {
    const port = String(await freePort());
    return serveProgram({ DATA_DIR: join(folder, name), PORT: port, STOP_GRACE_MS: String(graceMs) });
  }
  async function open({ url }: ServingProgram): Promise<Socket> {
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }
  const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  const statusOfReady = async ({ url }: ServingProgram): Promise<number> =>
    (await fetch(`${url}/ready`)).status;

  it('answers through its grace, each answer the last on its connection; /ready is 503 from the first moment', async () => {
    await using program = await serve('grace', 25_000);
    const kept = await open(program);
    kept.write(request);
    const [first] = await once(kept, 'data');
    expect(String(first)).toContain('keep-alive');
    const silent = await open(program);
    program.signal('SIGTERM');
    await expect.poll(() => statusOfReady(program)).toBe(503);
    const ready = await rawRequest(program.url, 'GET /ready');
    expect(ready.headers.get('retry-after')).toBe('5');
    expect(JSON.parse(ready.body)).toEqual({ status: 'not ready', reason: 'The service is stopping.' });
    for (const socket of [kept, silent, await open(program)]) {
      socket.write(request);
      const answer = await text(socket);
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(answer).toContain('onnection: close');
    }
    program.signal('SIGINT');
    expect(await program.ended()).toBe(0);
  });

  it('answers all requests that a client has sent at once', async () => {
    await using program = await serve('pipelined', 25_000);
    const socket = await open(program);
    program.signal('SIGTERM');
    await expect.poll(() => statusOfReady(program)).toBe(503);
    socket.write(request.replace('/ ', '/ready ').repeat(3));
    expect((await text(socket)).match(/HTTP\/1\.1 503 /g)).toHaveLength(3);
    program.signal('SIGINT');
    expect(await program.ended()).toBe(0);
  });

  it('answers a request that has begun to arrive when the port is given up', async () => {
    await using program = await serve('begun', 0);
    const socket = await open(program);
    socket.write(request.slice(0, 20));
    // What was sent later has been answered: the beginning has arrived.
    expect((await rawRequest(program.url, 'GET /')).status).toBe(200);
    program.signal('SIGTERM');
    await expect
      .poll(() =>
        fetch(program.url).then(
          () => 'answers',
          () => 'refused',
        ),
      )
      .toBe('refused');
    socket.write(request.slice(20));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await program.ended()).toBe(0);
  });

  it('closes connections that nobody uses, and ends', async () => {
    await using program = await serve('idle', 0);
    const silent = await open(program);
    const kept = await open(program);
    kept.write(request);
    await once(kept, 'data');
    program.signal('SIGTERM');
    await Promise.all([text(silent), text(kept)]);
    expect(await program.ended()).toBe(0);
  });
});
