/**
 * Contract 5.5.1: a credential is tried before anything is stored. The command and the page after a consent say whose
 * account it is; what the platform refuses, or cannot be asked, connects nothing and is said in one line.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../emulators/emulator-server.ts';
import {
  beginConsent,
  expectConsentFor,
  giveConsent,
  goBack,
  listedConnections,
  tokenCalls,
} from '../support/consent.ts';
import {
  createEndpoint,
  type Platforms,
  platformOwner,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import type { CommandAnswer, TestService } from '../support/service.ts';
import { forgetLimits, smallAirtable, smallSheet } from '../support/small-tables.ts';

type Name = 'airtable' | 'notion' | 'google';

const names = { airtable: 'Airtable', notion: 'Notion', google: 'Google' } as const;
const identityCalls = {
  airtable: 'GET /v0/meta/whoami',
  notion: 'GET /v1/users/me',
  google: 'GET /drive/v3/about',
} as const;

describe('5 Whose account is connected', () => {
  let platforms: Platforms;
  let service: TestService;
  beforeAll(async () => {
    platforms = await startPlatforms();
    service = await startPlatformService(platforms);
    expectConsentFor(platforms, service);
  });
  afterEach(async () => {
    for (const name of ['airtable', 'notion', 'google'] as const) platforms[name].api.clearFaults();
    await forgetLimits(service);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });

  const add = (platform: Name, ...words: readonly string[]): Promise<CommandAnswer> =>
    service.command('connection', 'add', platformOwner, '--platform', platform, ...words);
  const pairWords = ({ accessToken, refreshToken }: { accessToken: string; refreshToken: string }) => [
    '--access-token',
    accessToken,
    '--refresh-token',
    refreshToken,
  ];
  const goodWords = (platform: Name): readonly string[] => {
    if (platform === 'google') return pairWords(platforms.google.addGrant());
    const token = platform === 'notion' ? platforms.notion.addToken() : platforms.airtable.addPersonalToken();
    return ['--token', token];
  };
  const identityCallsOf = (platform: Name): number =>
    platforms[platform].api.calls.filter(({ method, url }) =>
      `${method} ${url}`.startsWith(identityCalls[platform]),
    ).length;
  /** One line that says so; nothing is stored, and the platform was asked that often. */
  async function expectNotConnected(
    platform: Name,
    words: readonly string[],
    said: RegExp,
    calls = 1,
  ): Promise<void> {
    const [before, asked] = [await listedConnections(service), identityCallsOf(platform)];
    const thrown: unknown = await add(platform, ...words).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(Error);
    const message = thrown instanceof Error ? thrown.message : '';
    expect(message).toMatch(said);
    expect(message).toContain(names[platform]);
    expect(message).toContain('Nothing was connected');
    expect(message).not.toContain('\n');
    for (const word of words.filter((one) => !one.startsWith('--'))) expect(message).not.toContain(word);
    expect(await listedConnections(service)).toEqual(before);
    expect(identityCallsOf(platform) - asked).toBe(calls);
  }

  it.each([
    ['airtable', 'usrEmulatedUser01'],
    ['notion', 'Tablecast in Emulated workspace'],
    ['google', 'ada@example.com'],
  ] as const)('%s: one call, then id, platform and account are printed', async (platform, account) => {
    const asked = identityCallsOf(platform);
    const printed = await add(platform, ...goodWords(platform));
    expect(printed).toEqual({ id: expect.any(String), platform, account });
    expect(Object.keys(printed)[0]).toBe('id');
    expect(identityCallsOf(platform) - asked).toBe(1);
    expect((await listedConnections(service))[0]?.id).toBe(printed['id']);
  });

  it('Airtable tells the e-mail address to a token that may know it', async () => {
    const token = platforms.airtable.addPersonalToken({ scopes: ['data.records:read', 'user.email:read'] });
    expect(await add('airtable', '--token', token)).toMatchObject({ account: 'owner@example.com' });
  });

  describe.each(['airtable', 'notion', 'google'] as const)('%s', (platform) => {
    it('a made-up token is refused', async () => {
      await expectNotConnected(platform, ['--token', 'made-up-canary'], /does not accept the token \(401 /);
    });

    const unavailable: Record<string, Fault['act']> = {
      '503': { kind: 'answer', status: 503, body: '<h1>Sorry</h1>' },
      '429': { kind: 'answer', status: 429, body: {} },
      'a connection that is cut': { kind: 'reset' },
      'a page': { kind: 'answer', status: 200, body: '<h1>Hello</h1>' },
      'JSON that names nobody': { kind: 'answer', status: 200, body: {} },
    };
    it.each(Object.entries(unavailable))('%s: it is to be tried again', async (_what, act) => {
      platforms[platform].api.addFault({ on: identityCalls[platform], times: 1, act });
      await expectNotConnected(
        platform,
        goodWords(platform),
        /could not be asked .* try again in a while\.$/,
      );
    });
  });

  it('Google: a permission that is missing is named by Google itself', async () => {
    const scopes = ['https://www.googleapis.com/auth/spreadsheets'];
    const words = pairWords(platforms.google.addGrant({ scopes }));
    await expectNotConnected('google', words, /does not accept the token \(403 .*insufficient/i);
  });

  it('a token that is refused leaves the connection it was to renew as it was', async () => {
    const { id } = await add('airtable', ...goodWords('airtable'));
    const endpoint = await createEndpoint(service, String(id), ...smallAirtable(platforms.airtable).words);
    await expectNotConnected('airtable', ['--token', 'made-up-canary', '--reconnect', String(id)], /401/);
    expect((await service.get(endpoint)).status).toBe(200);
  });

  describe.each(['airtable', 'google'] as const)('%s, an access token that has expired', (platform) => {
    const expired = () => pairWords(platforms[platform].addGrant({ accessExpired: true }));
    const words = (): readonly string[] =>
      platform === 'airtable' ? smallAirtable(platforms.airtable).words : smallSheet(platforms.google);

    it('is refreshed once, and the new pair is stored', async () => {
      const calls = tokenCalls(platforms, platform);
      const { id } = await add(platform, ...expired());
      const endpoint = await createEndpoint(service, String(id), ...words());
      expect((await service.get(endpoint)).status).toBe(200);
      expect(tokenCalls(platforms, platform) - calls).toBe(1);
    });

    it('is refused when it cannot be refreshed', async () => {
      const pair = platforms[platform].addGrant({ accessExpired: true });
      platforms[platform].revoke(pair.refreshToken);
      await expectNotConnected(platform, pairWords(pair), /does not accept the token \(invalid_grant/);
    });

    it('is not lost when it was refreshed and the platform then fails', async () => {
      const { api } = platforms[platform];
      const act = { kind: 'answer', status: 503, body: '' } as const;
      api.addFault({ on: identityCalls[platform], skip: 1, times: 1, act });
      const printed = await add(platform, ...expired());
      expect(printed).toEqual({ id: expect.any(String), platform, account: null });
      const endpoint = await createEndpoint(service, String(printed['id']), ...words());
      expect((await service.get(endpoint)).status).toBe(200);
    });

    it('is to be tried again when the token address fails', async () => {
      const { oauth } = platforms[platform];
      oauth.addFault({ on: 'POST', times: 1, act: { kind: 'answer', status: 503, body: '' } });
      await expectNotConnected(platform, expired(), /could not be asked/);
    });
  });

  describe('after a consent', () => {
    it.each([
      ['airtable', 'Airtable', 'usrEmulatedUser01'],
      ['google', 'Google', 'ada@example.com'],
    ] as const)('the page of %s says whose account it is', async (platform, name, account) => {
      const answer = await goBack(service, await giveConsent(await beginConsent(service, platform)));
      const page = await answer.text();
      expect([answer.status, page]).toEqual([200, expect.stringContaining(`Connected: ${name}</h1>`)]);
      expect(page).toContain(`Account: <code>${account}</code>.`);
      expect(page).toContain('tablecast endpoint create EMAIL --connection ');
    });

    it('a name can hold anything: it is shown as text', async () => {
      const displayName = '`<script>alert(1)</script>` [x](https://evil.example)\n# **b**';
      const act = { kind: 'answer', status: 200, body: { user: { displayName } } } as const;
      platforms.google.api.addFault({ on: identityCalls.google, times: 1, act });
      const page = await (
        await goBack(service, await giveConsent(await beginConsent(service, 'google')))
      ).text();
      expect(page).toContain('&lt;script&gt;');
      for (const made of ['<script', 'href="https://evil.example', '<strong>b', '<h1 id="b"'])
        expect(page).not.toContain(made);
    });

    it.each([
      ['refuses', 401, 'does not accept'],
      ['fails', 503, 'could not be reached'],
    ] as const)('nothing is connected when the platform then %s', async (_what, status, said) => {
      const before = await listedConnections(service);
      const act = { kind: 'answer', status, body: '' } as const;
      platforms.google.api.addFault({ on: identityCalls.google, act });
      const answer = await goBack(service, await giveConsent(await beginConsent(service, 'google')));
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(said)]);
      expect(await listedConnections(service)).toEqual(before);
    });
  });
});
