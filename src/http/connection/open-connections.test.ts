import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ConnectionLimits, OpenConnections } from './open-connections.ts';

interface Guarded {
  readonly connections: OpenConnections;
  /** Requests that the listener was given, in their order; each is answered by the test. */
  readonly begun: [IncomingMessage, ServerResponse][];
  /** How many requests the parser has made. */
  readonly parsed: () => number;
  open(): Promise<Socket>;
}

async function guarded(
  limits: Partial<ConnectionLimits> = {},
  answer: RequestListener = () => {},
): Promise<Guarded> {
  const connections = new OpenConnections({
    maxConnections: 100,
    writeTimeLimitMs: 60_000,
    keepAliveMs: 60_000,
    refuse: (socket) => socket.end('refused'),
    ...limits,
  });
  const begun: Guarded['begun'] = [];
  const server = connections.createServer((request, response) => {
    begun.push([request, response]);
    answer(request, response);
  });
  let parsed = 0;
  server.on('request', () => {
    parsed += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    connections,
    begun,
    parsed: () => parsed,
    open: async () => {
      const socket = connect(address.port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      return socket;
    },
  };
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const paths = (begun: Guarded['begun']): (string | undefined)[] => begun.map(([{ url }]) => url);

describe('requests on one connection', () => {
  test('are answered one at a time, in their order', async () => {
    const { begun, open } = await guarded();
    const socket = await open();
    socket.write(get('/1') + get('/2') + get('/3'));
    for (const expected of [['/1'], ['/1', '/2'], ['/1', '/2', '/3']]) {
      await expect.poll(() => paths(begun)).toEqual(expected);
      begun.at(-1)?.[1].end(`answer ${expected.length}`);
    }
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    await expect.poll(() => received).toMatch(/answer 1.*answer 2.*answer 3/s);
  });

  test('that are too many close it, and none but the first has begun', async () => {
    const { begun, open } = await guarded();
    const socket = await open();
    const closed = once(socket, 'close');
    socket.resume().write(get('/').repeat(500));
    await closed;
    expect(begun).toHaveLength(1);
  });

  test('of one reading of 64 kB are not even made when the connection is closed', async () => {
    const { parsed, open } = await guarded();
    const socket = await open();
    const closed = once(socket, 'close');
    socket.resume().write(get('/').repeat(1_800));
    await closed;
    expect(parsed()).toBeLessThan(200);
  });

  test('that wait when it is closed never begin', async () => {
    const { begun, open, connections } = await guarded();
    const socket = await open();
    socket.write(get('/1') + get('/2'));
    await expect.poll(() => begun.length).toBe(1);
    socket.resetAndDestroy();
    await expect.poll(() => connections.size).toBe(0);
    begun[0]?.[1].end();
    await pause(50);
    expect(paths(begun)).toEqual(['/1']);
  });

  test('leave room for those of others, also when each is answered at once', async () => {
    const order: string[] = [];
    const { open } = await guarded({}, ({ url }, response) => {
      order.push(url ?? '');
      response.end();
    });
    const [one, other] = [await open(), await open()];
    one.resume().write(get('/one').repeat(30));
    other.resume().write(get('/other').repeat(30));
    await expect.poll(() => order.length).toBe(60);
    expect(order.slice(0, 30)).toContain('/other');
    expect(order.slice(30)).toContain('/one');
  });
});

describe('connections', () => {
  test('that are idle are closed in time, one that waits for its answer is not', async () => {
    const { begun, open } = await guarded(
      { keepAliveMs: 100, writeTimeLimitMs: 200 },
      ({ url }, response) => {
        if (url === '/quick') response.end();
      },
    );
    const [idle, waiting, silent] = [await open(), await open(), await open()];
    const ends = [idle, silent].map((socket) => once(socket.resume(), 'close'));
    waiting.write(get('/slow'));
    idle.write(get('/quick'));
    await Promise.all(ends);
    begun.find(([{ url }]) => url === '/slow')?.[1].end('late');
    const [answer] = await once(waiting, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK.*late/s);
  });

  test('that take no byte of their answer are dropped', async () => {
    const { open, connections } = await guarded({ writeTimeLimitMs: 200 }, (_request, response) => {
      response.end(Buffer.alloc(64 * 1024 * 1024));
    });
    const socket = await open();
    socket.pause().write(get('/'));
    await expect.poll(() => connections.size).toBe(1);
    await expect.poll(() => connections.size).toBe(0);
  });

  test('beyond the bound take the place of the one that is idle for longest', async () => {
    const { open, connections } = await guarded({ maxConnections: 3 }, (_request, response) => {
      response.end('ok');
    });
    const [first, second, third] = [await open(), await open(), await open()];
    await expect.poll(() => connections.accepted).toBe(3);
    // Not the oldest any more.
    first.write(get('/'));
    await once(first, 'data');
    const ended = once(second.resume(), 'close');
    const fourth = await open();
    await ended;
    fourth.write(get('/'));
    expect(String((await once(fourth, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/);
    expect([first.destroyed, third.destroyed, connections.size]).toEqual([false, false, 3]);
  });

  test('beyond the bound are refused when all others are busy', async () => {
    const { begun, open, connections } = await guarded({ maxConnections: 2 });
    const busy = [await open(), await open()];
    for (const socket of busy) socket.write(get('/'));
    await expect.poll(() => begun.length).toBe(2);
    const refused = await open();
    expect(String((await once(refused, 'data'))[0])).toBe('refused');
    expect(connections.size).toBe(2);
    for (const [, response] of begun) response.end('ok');
    for (const socket of busy) expect(String((await once(socket, 'data'))[0])).toMatch(/ok/);
  });
});
