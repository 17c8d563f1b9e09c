/**
 * Contract 5.5.3 and 7.4: a token that expires is refreshed once, however many requests and replicas need it; what
 * cannot be refreshed answers 423 or 500, uses no credit, and works again when the owner reconnects.
 */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../emulators/emulator-server.ts';
import { costOf, expectLedgerWhole } from '../support/cast.ts';
import {
  beginConsent,
  connectByConsent,
  expectConsentFor,
  giveConsent,
  goBack,
  listedConnections,
  type OAuthPlatform,
  tokenCalls,
} from '../support/consent.ts';
import {
  connect,
  createEndpoint,
  type Platforms,
  platformOwner,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import { openRequest } from '../support/raw-http.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { forgetLimits, smallAirtable, smallSheet } from '../support/small-tables.ts';

const refusedText = 'Failed to authenticate with export platform.';
const unavailableText = 'Dataframe could not be retrieved';
const rounds = 3;
const patience = { timeout: 60_000, interval: 10 };

describe.each(engines)('5 Tokens that expire, two replicas on %s', (engine) => {
  let platforms: Platforms;
  let service: TestService;
  let second: TestService;
  beforeAll(async () => {
    platforms = await startPlatforms();
    const { airtable, google } = platforms;
    airtable.limits = { ...airtable.limits, perBase: null, perUser: null };
    google.limits = { readsPerUser: 1e6, readsPerProject: 1e6, writesPerUser: 1e6, writesPerProject: 1e6 };
    service = await startPlatformService(platforms, { engine });
    await service.command('account', 'set', platformOwner, '--credits', '10000');
    second = await startTestService({ engine, from: service });
    expectConsentFor(platforms, service);
  });
  afterEach(async () => {
    for (const { clock } of [service, second]) clock.ahead = 0;
    for (const { oauth } of [platforms.airtable, platforms.google]) oauth.clearFaults();
    await expectLedgerWhole(service);
  });
  afterAll(async () => {
    await second[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });

  const pairWords = (platform: OAuthPlatform): string[] => {
    const { accessToken, refreshToken } = platforms[platform].addGrant();
    return ['--access-token', accessToken, '--refresh-token', refreshToken];
  };
  async function endpointOn(platform: OAuthPlatform, connection: string): Promise<string> {
    const words =
      platform === 'airtable' ? smallAirtable(platforms.airtable).words : smallSheet(platforms.google);
    const endpoint = await createEndpoint(service, connection, ...words);
    await forgetLimits(service);
    return endpoint;
  }
  async function connected(platform: OAuthPlatform) {
    const connection = await connect(service, platform, ...pairWords(platform));
    return { connection, endpoint: await endpointOn(platform, connection) };
  }
  /** At once, by turns at both replicas; each status with how often it came. */
  async function hit(endpoint: string, times: number): Promise<Record<number, number>> {
    const counts: Record<number, number> = {};
    await Promise.all(
      Array.from({ length: times }, async (_, turn) => {
        const answer = await (turn % 2 ? second : service).get(endpoint);
        await answer.text();
        counts[answer.status] = (counts[answer.status] ?? 0) + 1;
      }),
    );
    return counts;
  }
  /** One hit that must be refused, for nothing. */
  async function expectRefusal(endpoint: string, status: number, error: string): Promise<void> {
    const { cost, answer } = await costOf(service, () => service.get(endpoint));
    expect([answer.status, cost, await answer.json()]).toEqual([
      status,
      0,
      expect.objectContaining({ error, help: expect.stringContaining('/docs/errors/') }),
    ]);
  }
  async function stateOf(connection: string): Promise<string | undefined> {
    return (await listedConnections(service)).find(({ id }) => id === connection)?.state;
  }

  describe.each(['airtable', 'google'] as const)('%s', (platform) => {
    it(`50 hits at once when the token has just expired: one refresh, ${rounds} times`, async () => {
      const { endpoint } = await connected(platform);
      for (let round = 1; round <= rounds; round++) {
        const calls = tokenCalls(platforms, platform);
        platforms[platform].expireAccessTokens();
        await forgetLimits(service);
        const { cost, answer } = await costOf(service, () => hit(endpoint, 50));
        expect([answer, cost]).toEqual([{ 200: 50 }, 50]);
        expect(tokenCalls(platforms, platform) - calls).toBe(1);
      }
    });

    it('a token that is about to expire is replaced before it is refused', async () => {
      const endpoint = await endpointOn(platform, await connectByConsent(service, platform));
      const calls = tokenCalls(platforms, platform);
      for (const { clock } of [service, second]) clock.ahead = 3_590_000;
      platforms[platform].api.calls.length = 0;
      expect(await hit(endpoint, 50)).toEqual({ 200: 50 });
      expect(tokenCalls(platforms, platform) - calls).toBe(1);
      expect(platforms[platform].api.calls.filter(({ status }) => status === 401)).toEqual([]);
    });

    it('invalid_grant: 423 for all, one call at the token address, none later; works after reconnecting', async () => {
      const { connection, endpoint } = await connected(platform);
      const { accessToken, refreshToken } = platforms[platform].addGrant();
      const words = [
        '--access-token',
        accessToken,
        '--refresh-token',
        refreshToken,
        '--reconnect',
        connection,
      ];
      await connect(service, platform, ...words);
      expect((await service.get(endpoint)).status).toBe(200);
      platforms[platform].revoke(refreshToken);
      const calls = tokenCalls(platforms, platform);
      const { cost, answer } = await costOf(service, () => hit(endpoint, 50));
      expect([answer, cost, tokenCalls(platforms, platform) - calls]).toEqual([{ 423: 50 }, 0, 1]);
      expect(await stateOf(connection)).toBe('revoked');
      const { length } = platforms[platform].api.calls;
      expect(await hit(endpoint, 20)).toEqual({ 423: 20 });
      expect(tokenCalls(platforms, platform) - calls).toBe(1);
      expect(platforms[platform].api.calls).toHaveLength(length);
      await expectRefusal(endpoint, 423, refusedText);
      await connect(service, platform, ...pairWords(platform), '--reconnect', connection);
      expect(await stateOf(connection)).toBe('working');
      expect(await hit(endpoint, 4)).toEqual({ 200: 4 });
    });

    it('409 of the token address: somebody else is at it, look again, unhurried', async () => {
      const { endpoint } = await connected(platform);
      const { oauth } = platforms[platform];
      const conflict = { kind: 'answer', status: 409, body: { error: 'conflict' } } as const;
      oauth.addFault({ on: 'POST', times: 2, act: conflict });
      platforms[platform].expireAccessTokens();
      const calls = tokenCalls(platforms, platform);
      const began = performance.now();
      expect(await hit(endpoint, 10)).toEqual({ 200: 10 });
      expect(tokenCalls(platforms, platform) - calls).toBe(3);
      expect(performance.now() - began).toBeGreaterThan(2_000);
    });

    const passing: Record<string, Fault['act']> = {
      '500': { kind: 'answer', status: 500, body: { error: 'server_error' } },
      '503 with a page': { kind: 'answer', status: 503, body: '<h1>Sorry</h1>' },
      '429': { kind: 'answer', status: 429, body: { error: 'slow_down' } },
      '403 of something before the platform': { kind: 'answer', status: 403, body: '<h1>Blocked</h1>' },
      'a connection that is cut': { kind: 'reset' },
    };
    it.each(Object.entries(passing))(
      'a refresh that fails with %s: 500, and the next hit works',
      async (_, act) => {
        const { connection, endpoint } = await connected(platform);
        platforms[platform].oauth.addFault({ on: 'POST', times: 1, act });
        platforms[platform].expireAccessTokens();
        const calls = tokenCalls(platforms, platform);
        await expectRefusal(endpoint, 500, unavailableText);
        expect(tokenCalls(platforms, platform) - calls).toBe(1);
        expect(await stateOf(connection)).toBe('working');
        expect((await second.get(endpoint)).status).toBe(200);
      },
    );

    it('a client of the service that the platform does not know: 500, and the connection is not given up', async () => {
      const { connection, endpoint } = await connected(platform);
      const act = { kind: 'answer', status: 401, body: { error: 'invalid_client' } } as const;
      platforms[platform].oauth.addFault({ on: 'POST', times: 1, act });
      platforms[platform].expireAccessTokens();
      const name = platform === 'airtable' ? 'Airtable' : 'Google';
      await expectRefusal(endpoint, 500, `You have been disconnected from ${name}. Please reconnect.`);
      expect(await stateOf(connection)).toBe('working');
      expect((await service.get(endpoint)).status).toBe(200);
    });

    it('a client that leaves during a refresh does not lose the new pair', async () => {
      const { endpoint } = await connected(platform);
      platforms[platform].oauth.addFault({ on: 'POST', times: 1, act: { kind: 'slow', ms: 400 } });
      platforms[platform].expireAccessTokens();
      const [calls, refreshes] = [tokenCalls(platforms, platform), platforms[platform].refreshes];
      const { cost } = await costOf(service, async () => {
        const socket = openRequest(service.url, `GET /${endpoint}`);
        await expect.poll(() => tokenCalls(platforms, platform), patience).toBe(calls + 1);
        socket.destroy();
        await expect.poll(() => platforms[platform].refreshes, patience).toBe(refreshes + 1);
      });
      expect(cost).toBe(0);
      expect(await hit(endpoint, 4)).toEqual({ 200: 4 });
      expect(platforms[platform].refreshes).toBe(refreshes + 1);
    });

    it('a token that is about to expire is used while the platform cannot renew it', async () => {
      const endpoint = await endpointOn(platform, await connectByConsent(service, platform));
      for (const { clock } of [service, second]) clock.ahead = 3_590_000;
      platforms[platform].oauth.addFault({ on: 'POST', act: { kind: 'answer', status: 503, body: '' } });
      expect(await hit(endpoint, 4)).toEqual({ 200: 4 });
    });

    it('what the owner does during a refresh is not undone by it', async () => {
      const { connection, endpoint } = await connected(platform);
      platforms[platform].oauth.addFault({ on: 'POST', times: 1, act: { kind: 'slow', ms: 300 } });
      platforms[platform].expireAccessTokens();
      const calls = tokenCalls(platforms, platform);
      const hitting = service.get(endpoint);
      await expect.poll(() => tokenCalls(platforms, platform), patience).toBe(calls + 1);
      await service.command('connection', 'remove', connection);
      await hitting;
      expect(await stateOf(connection)).toBe('disconnected');
      await expectRefusal(endpoint, 423, refusedText);
    });
  });

  it('an answer that is lost after the pair was rotated: only that connection asks to reconnect', async () => {
    const [lost, other] = [await connected('airtable'), await connected('airtable')];
    platforms.airtable.oauth.addFault({ on: 'POST', times: 1, act: { kind: 'cut', bytes: 20 } });
    platforms.airtable.expireAccessTokens();
    await expectRefusal(lost.endpoint, 500, unavailableText);
    await expectRefusal(lost.endpoint, 423, refusedText);
    expect(await hit(other.endpoint, 4)).toEqual({ 200: 4 });
    const words = [...pairWords('airtable'), '--reconnect', lost.connection];
    await connect(service, 'airtable', ...words);
    expect(await hit(lost.endpoint, 4)).toEqual({ 200: 4 });
  });

  it('an answer that is lost where tokens do not rotate: the next hit works', async () => {
    const { endpoint } = await connected('google');
    platforms.google.oauth.addFault({ on: 'POST', times: 1, act: { kind: 'cut', bytes: 20 } });
    platforms.google.expireAccessTokens();
    await expectRefusal(endpoint, 500, unavailableText);
    expect(await hit(endpoint, 4)).toEqual({ 200: 4 });
  });

  it('expired, and no refresh token was given: 500 `You have been disconnected`, without a call', async () => {
    const address = await beginConsent(service, 'google');
    address.searchParams.delete('prompt');
    expect((await goBack(service, await giveConsent(address))).status).toBe(200);
    const [made] = await listedConnections(service);
    const endpoint = await endpointOn('google', made?.id ?? '');
    expect(await hit(endpoint, 2)).toEqual({ 200: 2 });
    service.clock.ahead = 3_600_000;
    const calls = platforms.google.api.calls.length + tokenCalls(platforms, 'google');
    await expectRefusal(endpoint, 500, 'You have been disconnected from Google. Please reconnect.');
    expect(platforms.google.api.calls.length + tokenCalls(platforms, 'google')).toBe(calls);
    await connect(service, 'google', ...pairWords('google'), '--reconnect', made?.id ?? '');
    expect((await service.get(endpoint)).status).toBe(200);
  });

  it('a personal access token that was revoked: 423 for every hit until the owner reconnects', async () => {
    const token = platforms.airtable.addPersonalToken();
    const connection = await connect(service, 'airtable', '--token', token);
    const endpoint = await endpointOn('airtable', connection);
    expect(await hit(endpoint, 2)).toEqual({ 200: 2 });
    platforms.airtable.revoke(token);
    const [calls, tokens] = [platforms.airtable.api.calls.length, tokenCalls(platforms, 'airtable')];
    const { cost, answer } = await costOf(service, () => hit(endpoint, 10));
    expect([answer, cost]).toEqual([{ 423: 10 }, 0]);
    expect(platforms.airtable.api.calls.length - calls).toBeLessThanOrEqual(10);
    expect(tokenCalls(platforms, 'airtable')).toBe(tokens);
    const fresh = platforms.airtable.addPersonalToken();
    await connect(service, 'airtable', '--token', fresh, '--reconnect', connection);
    expect(await hit(endpoint, 2)).toEqual({ 200: 2 });
  });

  describe('a stored secret that was damaged', () => {
    const disconnected = 'You have been disconnected from Airtable. Please reconnect.';
    const keep = (connection: string, secret: string) =>
      service.database.db.updateTable('connections').set({ secret }).where('id', '=', connection).execute();
    const kept = async (connection: string): Promise<string> => {
      const { rows } = await sql<{
        secret: string;
      }>`select secret from connections where id = ${connection}`.execute(service.database.db);
      return rows[0]?.secret ?? '';
    };
    const flipped = (sealed: string): string => {
      const [form = '', key = '', text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      return `${form}.${key}.${bytes.toString('base64url')}`;
    };

    it.each([
      ['one bit is another', (own: string) => flipped(own)],
      ['it is that of another connection', (_own: string, other: string) => other],
      ['it is cut', (own: string) => own.slice(0, -30)],
      ['it is plain text', () => '{"accessToken":"a","refreshToken":null,"identity":"i"}'],
      ['it is empty', () => ''],
    ])('500 for its endpoints, others are fine: %s', async (_what, damage) => {
      const [broken, other] = [await connected('airtable'), await connected('airtable')];
      await keep(broken.connection, damage(await kept(broken.connection), await kept(other.connection)));
      const calls = platforms.airtable.api.calls.length;
      await expectRefusal(broken.endpoint, 500, disconnected);
      expect(platforms.airtable.api.calls).toHaveLength(calls);
      expect(await hit(other.endpoint, 4)).toEqual({ 200: 4 });
      await connect(service, 'airtable', ...pairWords('airtable'), '--reconnect', broken.connection);
      expect(await hit(broken.endpoint, 4)).toEqual({ 200: 4 });
    });
  });
});
