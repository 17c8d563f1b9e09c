/**
 * Clients that ask and do not read: they are dropped, and what they hold meanwhile is bounded, over all of them and
 * for one endpoint (contract 7.5.1).
 */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { costOf, creditsUsed, expectLedgerWhole } from '../support/cast.ts';
import { openRequest } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const owner = 'owner@example.com';
/** What a compressor makes of it is still more than the buffers of a connection hold. */
const large = `n,text\n${Array.from({ length: 60_000 }, (_, n) => `${n},${randomBytes(300).toString('base64')}\n`).join('')}`;
const largeResult = (number: number): string =>
  `sql=${encodeURIComponent(`SELECT n, text FROM service_table WHERE n <> ${-number}`)}`;

describe('8 Clients that do not read', () => {
  let service: TestService;
  let endpoint: string;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    service = await startTestService({
      environment: { WRITE_TIME_LIMIT_MS: '1500' },
    });
    await service.command('account', 'create', owner, '--plan', 'pro');
    endpoint = await service.publish(large, '--owner', owner);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await expect.poll(() => scratchResults()).toEqual([]);
    await expectLedgerWhole(service);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const scratchResults = (): string[] => globSync('scratch/*/sql-results/*', { cwd: service.folder });
  const stall = (query: string, headers: readonly string[] = []): Socket => {
    const socket = openRequest(service.url, `GET /${endpoint}?${query}`, headers).pause();
    socket.on('error', () => {});
    sockets.push(socket);
    return socket;
  };
  it('are dropped, whatever they asked for', async () => {
    const before = connectionsTo(service.url);
    const asked = [
      ['csv', ''],
      ['json_records', ''],
      ['json_columns', ''],
      ['dynamic_table', ''],
      ['csv', 'Accept-Encoding: gzip'],
      ['xml', 'Accept-Encoding: zstd'],
    ] as const;
    const { cost } = await costOf(service, async () => {
      for (const [type, header] of asked) stall(`type=${type}`, header === '' ? [] : [header]);
      await expect.poll(() => connectionsTo(service.url)).toBe(before + asked.length);
      await expect.poll(() => connectionsTo(service.url)).toBe(before);
    });
    expect(cost).toBe(asked.length);
  });

  it('one that reads slowly gets all', async () => {
    const socket = stall('');
    const ended = once(socket, 'end');
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    for (let turn = 1; turn <= 4; turn++) {
      socket.pause();
      await pause(700);
      socket.resume();
      await expect.poll(() => bytes).toBeGreaterThan(turn * 4_000_000);
    }
    await ended;
    expect(bytes).toBeGreaterThan(large.length);
  });

  it('requests on one connection begin one by one', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname).pause();
    sockets.push(socket.on('error', () => {}));
    const requests = Array.from(
      { length: 20 },
      (_, n) => `GET /${endpoint}?${largeResult(n)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    socket.write(requests.join(''));
    await expect.poll(scratchResults).toHaveLength(1);
    const most: number[] = [];
    await expect
      .poll(() => {
        most.push(scratchResults().length);
        return most.at(-1);
      })
      .toBe(0);
    expect(Math.max(...most)).toBe(1);
  });
});

describe('8 Data on its way to those who do not read', () => {
  let service: TestService;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    service = await startTestService({ environment: { SCRATCH_MB: '64' } });
    await service.command('account', 'create', owner, '--plan', 'pro');
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await service[Symbol.asyncDispose]();
  });

  it('more in scratch than one endpoint gets is 503, and free; others are served', async () => {
    const endpoint = await service.publish(large, '--owner', owner);
    const other = await service.publish(large, '--owner', owner);
    sockets.push(openRequest(service.url, `GET /${endpoint}?${largeResult(1)}`).pause());
    await expect.poll(() => creditsUsed(service)).toBe(1);
    const { cost, answer } = await costOf(service, () => service.get(`${endpoint}?${largeResult(3)}`));
    expect([answer.status, cost, await answer.text()]).toEqual([
      503,
      0,
      expect.stringContaining('"The service is busy."'),
    ]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const served = await service.get(`${other}?${largeResult(1)}`);
    expect([served.status, (await served.text()).length]).toEqual([200, large.length]);
  });

  it('a result that fifty read counts once', async () => {
    const endpoint = await service.publish(large, '--owner', owner);
    const { cost } = await costOf(service, async () => {
      const answers = Array.from({ length: 50 }, () => service.get(`${endpoint}?${largeResult(1)}`));
      const read = await Promise.all(answers.map(async (answer) => [(await answer).status, await answer]));
      expect(read.map(([status]) => status)).toEqual(Array(50).fill(200));
      for (const [, answer] of read) if (answer instanceof Response) await answer.body?.cancel();
    });
    expect(cost).toBe(50);
  });
});

/** Those that the service has open, as the system tells. */
function connectionsTo(url: string): number {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const isOpen = new RegExp(`^\\s*\\d+: \\w+:${port} \\S+ 01 `);
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .filter((line) => isOpen.test(line)).length;
}
