/**
 * Clients that send hundreds of requests on one connection without waiting for answers: on whatever route, each
 * connection has one answer under way, and what nobody waits for any more is not worked off (contract 8.6.1).
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

describe('8 Requests that are pipelined', () => {
  let service: TestService;
  const logLines: string[] = [];
  let endpoint: string;
  beforeAll(async () => {
    service = await startTestService({ logLines, environment: { WRITE_TIME_LIMIT_MS: '2000' } });
    endpoint = await service.publish(`text\n${`${'x'.repeat(100_000)}\n`.repeat(10)}`);
    await service.command('endpoint', 'set', endpoint, '--public', 'true');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  /** How many requests of clients that are gone or wait have been answered, or given up, since. */
  const answered = (): number => logLines.filter((line) => line.includes('"reqId"')).length;

  async function pipeline(path: string, requests: number): Promise<Socket> {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname).on('error', () => {});
    await once(socket, 'connect');
    socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(requests));
    return socket;
  }

  it.each([
    '/app/',
    '/ready',
    '/docs/commands',
    '/0123456789012345678901',
    '/api/public/ID/sample',
    '/api/account',
  ])('of %s: a connection with hundreds is closed, and few of them are answered', async (path) => {
    const before = answered();
    const sockets = await Promise.all(
      Array.from({ length: 20 }, () => pipeline(path.replace('ID', endpoint), 850)),
    );
    await Promise.all(sockets.map((socket) => closed(socket.resume())));
    expect((await service.get('')).status).toBe(200);
    expect(answered() - before).toBeLessThan(2 * sockets.length + 2);
  });

  it('a few of samples are all answered, in turn', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 8 }, () => pipeline(`/api/public/${endpoint}/sample`, 20)),
    );
    const answers = sockets.map(async (socket) => {
      let statuses = 0;
      for await (const chunk of socket) {
        statuses += String(chunk).split('HTTP/1.1 200 ').length - 1;
        if (statuses === 20) return statuses;
      }
      return statuses;
    });
    expect(await Promise.all(answers)).toEqual(Array(8).fill(20));
  });
});

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.once('close', () => resolve()));
}
