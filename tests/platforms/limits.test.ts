/**
 * Contract 5.5.3 and 8.4.1: the limits of a platform are kept by all requests and replicas together, an export makes no
 * call that it does not need, and an expired token is renewed once, as counted by the platform itself.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AirtableBase } from '../../emulators/airtable/airtable-data.ts';
import { emptyBase, fillTable } from '../../emulators/airtable/airtable-seed.ts';
import {
  connect,
  createEndpoint,
  type Platforms,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import type { TestService } from '../support/service.ts';

let platforms: Platforms;
let first: TestService;
let second: TestService;

beforeAll(async () => {
  platforms = await startPlatforms();
  first = await startPlatformService(platforms, { engine: 'postgres' });
  second = await startPlatformService(platforms, { from: first });
});

afterAll(async () => {
  await second?.[Symbol.asyncDispose]();
  await first?.[Symbol.asyncDispose]();
  await platforms?.[Symbol.asyncDispose]();
});

describe('Airtable at its real limit', () => {
  it('is asked once for the structure and once for each page', async () => {
    const base = newBase();
    fillTable(base, { name: 'Plain', rows: 1_200 });
    const endpoint = await endpointOn(await connection(), base, 'Plain');
    const { bodies, calls, refused } = await counted(() => hits([first], [endpoint], 1));
    expect({ lines: linesOf(bodies[0]), calls: calls.length, refused }).toEqual({
      lines: 1_201,
      calls: 13,
      refused: 0,
    });
  });

  it('is asked at most ten times more for three links into a table of a thousand rows', async () => {
    const base = newBase();
    const into = fillTable(base, { name: 'Linked', rows: 1_000 });
    fillTable(base, { name: 'Linking', rows: 2_000, links: { into, fields: 3 } });
    const endpoint = await endpointOn(await connection(), base, 'Linking');
    const { bodies, calls, refused } = await counted(() => hits([first], [endpoint], 1));
    expect({ lines: linesOf(bodies[0]), refused }).toEqual({ lines: 2_001, refused: 0 });
    expect(bodies[0]).toContain(`""name"":""Linked 999""`);
    expect(calls.length).toBeLessThanOrEqual(21 + 10);
  });

  it('refuses none of 20 hits on each of two endpoints on one base, at once on two replicas', async () => {
    const base = newBase();
    fillTable(base, { name: 'Shared', rows: 50 });
    const endpoints = [
      await endpointOn(await connection(), base, 'Shared'),
      await endpointOn(await connection(), base, 'Shared'),
    ];
    const { bodies, calls, refused } = await counted(() => hits([first, second], endpoints, 40));
    expect(new Set(bodies.map(linesOf))).toEqual(new Set([51]));
    expect({ hits: bodies.length, calls: calls.length, refused }).toEqual({
      hits: 40,
      calls: 80,
      refused: 0,
    });
  });

  it('answers from one base of an owner while a hundred hits wait for another', async () => {
    const connected = await connection();
    const [busy, idle] = [newBase(), newBase()];
    for (const base of [busy, idle]) fillTable(base, { name: 'Few', rows: 3 });
    const busyEndpoint = await endpointOn(connected, busy, 'Few');
    const idleEndpoint = await endpointOn(connected, idle, 'Few');
    const leaving = new AbortController();
    let answered = 0;
    const waiting = Array.from({ length: 100 }, async (_, at) => {
      const { url } = at % 2 === 0 ? first : second;
      await fetch(`${url}/${busyEndpoint}`, { signal: leaving.signal });
      answered += 1;
    });
    await expect.poll(() => answered, { timeout: 50_000 }).toBeGreaterThan(0);
    const body = await (await second.get(idleEndpoint)).text();
    const before = answered;
    leaving.abort();
    await Promise.allSettled(waiting);
    expect(linesOf(body)).toBe(4);
    expect(before).toBeLessThan(20);
  });
});

describe('a token that has just expired', () => {
  it('is renewed exactly once for 50 requests at once on two replicas', async () => {
    const { accessToken, refreshToken } = platforms.airtable.addGrant();
    const pair = ['--access-token', accessToken, '--refresh-token', refreshToken];
    const id = await connect(first, 'airtable', ...pair);
    const endpoints: string[] = [];
    // On several bases, so that the limit of one does not keep the requests apart.
    for (let number = 0; number < 10; number++) {
      const base = newBase();
      fillTable(base, { name: 'Small', rows: 3 });
      endpoints.push(await endpointOn(id, base, 'Small'));
    }
    platforms.airtable.expireAccessTokens();
    platforms.airtable.oauth.calls.length = 0;
    const before = platforms.airtable.refreshes;
    const { bodies, refused } = await counted(() => hits([first, second], endpoints, 50));
    expect(new Set(bodies.map(linesOf))).toEqual(new Set([4]));
    expect({
      hits: bodies.length,
      refreshes: platforms.airtable.refreshes - before,
      tokenCalls: platforms.airtable.oauth.calls.length,
      refused,
    }).toEqual({ hits: 50, refreshes: 1, tokenCalls: 1, refused: 0 });
  });
});

function newBase(): AirtableBase {
  const base = emptyBase('Measured');
  platforms.airtable.bases.push(base);
  return base;
}

/** Each with a token of its own. */
function connection(): Promise<string> {
  return connect(first, 'airtable', '--token', platforms.airtable.addPersonalToken());
}

function endpointOn(connectionId: string, base: AirtableBase, table: string): Promise<string> {
  return createEndpoint(first, connectionId, '--base', base.id, '--table', table);
}

/** All at once, every endpoint on every replica in turn; every answer must be a 200. */
function hits(
  replicas: readonly TestService[],
  endpoints: readonly string[],
  count: number,
): Promise<readonly string[]> {
  const asks = replicas.flatMap((replica) =>
    endpoints.map((endpoint) => async () => {
      const answer = await replica.get(endpoint);
      const body = await answer.text();
      expect({ status: answer.status, body: answer.ok ? '' : body }).toEqual({ status: 200, body: '' });
      return body;
    }),
  );
  return Promise.all(Array.from({ length: count }, (_, hit) => asks[hit % asks.length]?.() ?? ''));
}

/** What Airtable was asked meanwhile, and how much of it was refused because of its limit. */
async function counted(work: () => Promise<readonly string[]>) {
  const { api } = platforms.airtable;
  const before = { calls: api.calls.length, refused: platforms.airtable.rateLimited };
  const bodies = await work();
  const refused = platforms.airtable.rateLimited - before.refused;
  return { bodies, calls: api.calls.slice(before.calls), refused };
}

function linesOf(body: string | undefined): number {
  return (body ?? '').trimEnd().split('\n').length;
}
