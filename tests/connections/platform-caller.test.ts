/**
 * Contract 8.4.2: how often and how long a call to a platform is tried. A call that must not arrive twice is sent again
 * only when the platform has said that it refused it; waiting for a limit has an end.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../emulators/emulator-server.ts';
import { googleFaults } from '../../emulators/google/google-faults.ts';
import { openContext } from '../../src/app-context.ts';
import { readConfig } from '../../src/config/config.ts';
import { type ConnectionContext, openConnectionContext } from '../../src/connections/connection-context.ts';
import { platformCaller } from '../../src/connections/platform-caller.ts';
import type { CallPlatform } from '../../src/platform/platform-request.ts';
import {
  connect,
  type Platforms,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import type { TestService } from '../support/service.ts';
import { forgetLimits } from '../support/small-tables.ts';

const path = '/v0/meta/whoami';
const call = { path, scope: '' } as const;
const unavailable = { key: 'sourceUnavailable' };
const limitExceeded = { key: 'platformRateLimit' };

describe('a call to a platform', () => {
  let platforms: Platforms;
  let service: TestService;
  let context: ConnectionContext;
  let connectionId: string;
  beforeAll(async () => {
    platforms = await startPlatforms();
    platforms.airtable.limits = { ...platforms.airtable.limits, perBase: null, perUser: null };
    service = await startPlatformService(platforms);
    connectionId = await connect(service, 'airtable', '--token', platforms.airtable.addPersonalToken());
    const config = readConfig(service.environment);
    context = await openConnectionContext(await openContext(config, pino({ level: 'silent' })));
  });
  afterEach(async () => {
    platforms.airtable.api.clearFaults();
    await forgetLimits(service);
  });
  afterAll(async () => {
    await context.database.close();
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });

  const caller = (sourceTimeLimitMs = 60_000): CallPlatform =>
    platformCaller(
      { ...context, config: { ...context.config, sourceTimeLimitMs } },
      { connectionId, signal: new AbortController().signal },
    );
  const fail = (act: Fault['act'], times?: number): void =>
    platforms.airtable.api.addFault({ on: path, act, ...(times !== undefined && { times }) });
  const answering = (status: number, retryAfter: string): Fault['act'] => ({
    kind: 'answer',
    status,
    headers: { 'retry-after': retryAfter },
    body: {},
  });
  /** How often the platform was called, how long it took, and what was thrown. */
  async function tried(work: () => Promise<unknown>) {
    const [{ length }, began] = [platforms.airtable.api.calls, performance.now()];
    const thrown = await work().then(
      () => undefined,
      (error: unknown) => error,
    );
    const calls = platforms.airtable.api.calls.length - length;
    return { thrown, calls, seconds: (performance.now() - began) / 1_000 };
  }

  const failures: Record<string, Fault['act']> = {
    'is cut': { kind: 'reset' },
    'fails with 503': answering(503, '0'),
    'gets broken JSON': { kind: 'answer', status: 200, body: '{"id":' },
  };
  it.each(Object.entries(failures))('that %s is sent four times', async (_what, act) => {
    fail(act);
    const { thrown, calls } = await tried(() => caller()(call));
    expect([thrown, calls]).toEqual([expect.objectContaining(unavailable), 4]);
  });

  it.each(Object.entries(failures))('that must not arrive twice and %s is sent once', async (_what, act) => {
    fail(act);
    const { thrown, calls } = await tried(() => caller()({ ...call, once: true }));
    expect([thrown, calls]).toEqual([expect.objectContaining(unavailable), 1]);
  });

  it('that must not arrive twice is sent again when it was refused for a limit', async () => {
    fail(answering(429, '0'), 1);
    expect(await tried(() => caller()({ ...call, once: true }))).toMatchObject({
      thrown: undefined,
      calls: 2,
    });
  });

  it('succeeds at the fourth try', async () => {
    fail({ kind: 'reset' }, 3);
    expect(await tried(() => caller()(call))).toMatchObject({ thrown: undefined, calls: 4 });
  });

  it('that is refused for a limit again and again is sent four times', async () => {
    fail(answering(429, '0'));
    const { thrown, calls } = await tried(() => caller()(call));
    expect([thrown, calls]).toEqual([expect.objectContaining(limitExceeded), 4]);
  });

  it('waits for a limit of unknown length in growing steps, and not beyond its time', async () => {
    const { accessToken, refreshToken } = platforms.google.addGrant();
    const pair = ['--access-token', accessToken, '--refresh-token', refreshToken];
    const google = await connect(service, 'google', ...pair);
    const { api } = platforms.google;
    api.addFault({ ...googleFaults.rateLimit, on: '/drive/v3/about' });
    const { length } = api.calls;
    const calling = platformCaller(
      { ...context, config: { ...context.config, sourceTimeLimitMs: 2_900 } },
      { connectionId: google, signal: new AbortController().signal },
    )({ path: '/drive/v3/about?fields=user', scope: 'drive' });
    await expect(calling).rejects.toMatchObject(limitExceeded);
    expect(api.calls.length - length).toBe(2);
    api.clearFaults();
  });

  it.each([
    ['a limit', 429, limitExceeded],
    ['a failure', 503, unavailable],
  ] as const)('does not wait for %s of more than 45 s', async (_what, status, error) => {
    fail(answering(status, '46'));
    const { thrown, calls, seconds } = await tried(() => caller()(call));
    expect([thrown, calls]).toEqual([expect.objectContaining(error), 1]);
    expect(seconds).toBeLessThan(10);
  });

  it('waits 45 s for limits in all that one export does', async () => {
    const exporting = caller();
    fail(answering(429, '1'), 1);
    const first = await tried(() => exporting(call));
    expect([first.thrown, first.calls]).toEqual([undefined, 2]);
    expect(first.seconds).toBeGreaterThanOrEqual(0.99);
    await forgetLimits(service);
    fail(answering(429, '44.5'), 1);
    const second = await tried(() => exporting(call));
    expect([second.thrown, second.calls]).toEqual([expect.objectContaining(limitExceeded), 1]);
  });

  it('waits for a limit together with the others of its export: that is one wait', async () => {
    const exporting = caller();
    fail(answering(429, '1'), 48);
    const { thrown, calls } = await tried(() =>
      Promise.all(Array.from({ length: 48 }, () => exporting(call))),
    );
    expect([thrown, calls]).toEqual([undefined, 96]);
  });

  it('that is aborted on its way counts against the limit from then on', async () => {
    fail({ kind: 'slow', ms: 1_000 }, 1);
    const { length } = platforms.airtable.api.calls;
    const leaving = new AbortController();
    const calling = platformCaller(context, { connectionId, signal: leaving.signal })(call);
    await expect.poll(() => platforms.airtable.api.calls.length, { interval: 10 }).toBe(length + 1);
    await delay(50);
    const abortedAt = Date.now();
    leaving.abort();
    await expect(calling).rejects.toThrow('aborted');
    const slots = await service.database.db.selectFrom('rate_limit_slots').select('at').execute();
    expect(Math.max(...slots.map(({ at }) => at))).toBeGreaterThanOrEqual(abortedAt);
  });

  it('does not wait for a limit beyond the time of its export', async () => {
    fail(answering(429, '20'));
    const { thrown, calls, seconds } = await tried(() => caller(10_000)(call));
    expect([thrown, calls]).toEqual([
      expect.objectContaining({ ...limitExceeded, retryAfterSeconds: 20 }),
      1,
    ]);
    expect(seconds).toBeLessThan(9);
  });
});
