import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { enforceBodyTimeout } from './slow-bodies.ts';

const second = 1_000;
const minute = 60 * second;

const nothing = 'Content-Length: 0';

interface SlowRequest {
  /** Resolves when the server has read so many bytes more. */
  send(bytes: number): Promise<void>;
  /** True when the server has ended its connection. */
  isCut(): boolean;
}

async function begin(method: string, path: string, header = 'Content-Length: 1000000'): Promise<SlowRequest> {
  const server = createServer((request) => {
    enforceBodyTimeout(request);
    // Not read, as long as the work for it goes on.
    if (header !== nothing) request.resume();
    arrived.resolve(request.socket);
  });
  const arrived = Promise.withResolvers<Socket>();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const socket = connect(address.port, '127.0.0.1').on('error', () => {});
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);
  const accepted = await arrived.promise;
  return {
    send: async (bytes) => {
      const expected = accepted.bytesRead + bytes;
      socket.write(Buffer.alloc(bytes));
      await vi.waitUntil(() => accepted.bytesRead === expected, { timeout: 60_000 });
    },
    isCut: () => accepted.destroyed,
  };
}

describe('a body that comes slowly', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  test('of a short request is cut after half a minute, however it comes', async () => {
    const { send, isCut } = await begin('POST', '/api/endpoints?a=1');
    await send(100_000);
    vi.advanceTimersByTime(29 * second);
    expect(isCut()).toBe(false);
    vi.advanceTimersByTime(2 * second);
    expect(isCut()).toBe(true);
  });

  test('of a file may take minutes, as long as some of it comes in each', async () => {
    const { send, isCut } = await begin('POST', '/api/uploads?name=a.csv');
    for (let at = 0; at < 5; at++) {
      await send(70_000);
      vi.advanceTimersByTime(minute);
      expect(isCut()).toBe(false);
    }
    await send(1_000);
    vi.advanceTimersByTime(minute);
    expect(isCut()).toBe(true);
  });

  test('of another address below that of files is no file', async () => {
    const { isCut } = await begin('POST', '/api/uploads/1/publish');
    vi.advanceTimersByTime(31 * second);
    expect(isCut()).toBe(true);
  });

  test('of an address that is only read is cut as well', async () => {
    const { isCut } = await begin('GET', '/');
    vi.advanceTimersByTime(31 * second);
    expect(isCut()).toBe(true);
  });

  test.each(['X-Body: none', nothing])('is not waited for where there is none: %s', async (header) => {
    const { isCut } = await begin('DELETE', '/api/endpoints/1', header);
    vi.advanceTimersByTime(minute);
    expect(isCut()).toBe(false);
  });
});
