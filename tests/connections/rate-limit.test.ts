/**
 * Contract 8.4.1: the service never exceeds the limit of a base by its own doing, whatever is asked of it at once and
 * on however many replicas; it wastes little of it; and a client that has left no longer counts.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallRecord } from '../../emulators/emulator-server.ts';
import { costOf, expectLedgerWhole } from '../support/cast.ts';
import {
  connect,
  createEndpoint,
  type Platforms,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import { openRequest } from '../support/raw-http.ts';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';
import { type SmallTable, smallAirtable } from '../support/small-tables.ts';

const perSecond = 5;

describe.each(bothEngines)('8 The rate limit of one Airtable base, two replicas on %s', (engine) => {
  let platforms: Platforms;
  let service: TestService;
  let second: TestService;
  let connection: string;
  beforeEach(async () => {
    platforms = await startPlatforms();
    service = await startPlatformService(platforms, { engine });
    second = await startTestService({ engine, from: service });
    connection = await connect(service, 'airtable', '--token', platforms.airtable.addPersonalToken());
  });
  afterEach(async () => {
    await expectLedgerWhole(service);
    await second[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });

  const endpointOn = ({ words }: SmallTable): Promise<string> =>
    createEndpoint(service, connection, ...words);
  /** By turns at both replicas. */
  async function hit(endpoints: readonly string[], times: number): Promise<number[]> {
    const hits = Array.from({ length: times }, (_, turn) =>
      endpoints.map((endpoint) => (turn % 2 ? second : service).get(endpoint)),
    );
    const answers = await Promise.all(hits.flat());
    await Promise.all(answers.map((answer) => answer.text()));
    return [...new Set(answers.map(({ status }) => status))];
  }
  /** No hit holds a credit any more. */
  const expectNothingUnderWay = (): Promise<void> =>
    expect
      .poll(
        async () => {
          const accounts = await service.database.db.selectFrom('accounts').select('held').execute();
          return accounts.map(({ held }) => held);
        },
        { timeout: 60_000, interval: 10 },
      )
      .toEqual([0]);
  const callsOf = ({ base }: SmallTable): CallRecord[] =>
    platforms.airtable.api.calls.filter(({ url }) => url.includes(base));

  it('two endpoints on one base, hit 8 times each at once: no call too many, and little time lost', async () => {
    const table = smallAirtable(platforms.airtable);
    const endpoints = [await endpointOn(table), await endpointOn(table)];
    const began = performance.now();
    expect(await hit(endpoints, 8)).toEqual([200]);
    const took = performance.now() - began;
    const calls = callsOf(table);
    expect(calls).toHaveLength(2 + 2 * 16);
    expect(platforms.airtable.rateLimited).toBe(0);
    expect(maxInOneSecond(calls)).toBeLessThanOrEqual(perSecond);
    expect(took).toBeLessThan(2 * (calls.length / perSecond) * 1_000);
  });

  it('bases do not wait for each other', async () => {
    const busy = await endpointOn(smallAirtable(platforms.airtable));
    const idle = await endpointOn(smallAirtable(platforms.airtable));
    const ended: string[] = [];
    // 24 calls, of which a base lets 5 through at once and then 5 a second.
    const first = hit([busy], 12).then((statuses) => ended.push(`busy ${statuses}`));
    const then = hit([idle], 2).then((statuses) => ended.push(`idle ${statuses}`));
    await Promise.all([first, then]);
    expect(ended).toEqual(['idle 200', 'busy 200']);
    expect(platforms.airtable.rateLimited).toBe(0);
  });

  it('a call that is long on its way does not meet the one that follows it', async () => {
    const table = smallAirtable(platforms.airtable);
    const endpoint = await endpointOn(table);
    platforms.airtable.api.addFault({ on: table.base, skip: 1, times: 3, act: { kind: 'slow', ms: 1_500 } });
    expect(await hit([endpoint], 6)).toEqual([200]);
    expect(platforms.airtable.rateLimited).toBe(0);
  });

  it('when the platform says to wait, nobody calls until then, and all are answered', async () => {
    const table = smallAirtable(platforms.airtable);
    const endpoint = await endpointOn(table);
    const act = {
      kind: 'answer',
      status: 429,
      headers: { 'retry-after': '1' },
      body: { errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded.' }] },
    } as const;
    platforms.airtable.api.addFault({ on: table.base, skip: 2, times: 1, act });
    expect(await hit([endpoint], 5)).toEqual([200]);
    const calls = callsOf(table);
    const refused = calls.find(({ status }) => status === 429)?.at ?? 0;
    const early = calls.filter(({ at }) => at > refused + 300 && at < refused + 950);
    expect([refused > 0, early]).toEqual([true, []]);
    expect(platforms.airtable.rateLimited).toBe(0);
  });

  it('a hit whose client leaves stops reading', async () => {
    const table = smallAirtable(platforms.airtable, 2_000);
    const endpoint = await endpointOn(table);
    const { cost } = await costOf(service, async () => {
      const socket = openRequest(service.url, `GET /${endpoint}`);
      await expect.poll(() => callsOf(table).length, { interval: 20 }).toBeGreaterThan(6);
      socket.destroy();
      await expectNothingUnderWay();
      const { length } = callsOf(table);
      await pause(1_200);
      expect(callsOf(table)).toHaveLength(length);
      expect(length).toBeLessThan(12);
    });
    expect(cost).toBe(0);
  });

  it('those who have left the line take nothing from those who come after', async () => {
    const table = smallAirtable(platforms.airtable, 600);
    const endpoint = await endpointOn(table);
    const { cost, answer: before } = await costOf(service, async () => {
      const sockets = Array.from({ length: 60 }, () => openRequest(service.url, `GET /${endpoint}`));
      await expect.poll(() => callsOf(table).length, { interval: 10 }).toBeGreaterThanOrEqual(perSecond);
      for (const socket of sockets) socket.destroy();
      await expectNothingUnderWay();
      return callsOf(table).length;
    });
    const began = performance.now();
    expect([cost, (await second.get(endpoint)).status]).toEqual([0, 200]);
    // Behind the 60 it would have waited for 84 s.
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(callsOf(table).length - before).toBe(7);
    expect(platforms.airtable.rateLimited).toBe(0);
  });
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The most calls that any second saw, wherever it begins. */
function maxInOneSecond(calls: readonly CallRecord[]): number {
  const times = calls.map(({ at }) => at).sort((one, other) => one - other);
  const seen = times.map((start) => times.filter((at) => at >= start && at < start + 1_000).length);
  return Math.max(...seen);
}
