/** Contract 5.5: source connections by token and by OAuth, from the command line to the export, and back. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedNotion } from '../../emulators/notion/notion-seed.ts';
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
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import { engines, type TestService } from '../support/service.ts';
import { forgetLimits, smallAirtable, smallSheet } from '../support/small-tables.ts';

const refused = 'Failed to authenticate with export platform.';

describe.each(engines)('5 Source connections, on %s', (engine) => {
  let platforms: Platforms;
  let service: TestService;
  const logLines: string[] = [];
  /** Everything that nobody may find again. */
  const canaries = new Set<string>();
  beforeAll(async () => {
    platforms = await startPlatforms();
    service = await startPlatformService(platforms, { engine, logLines });
    expectConsentFor(platforms, service);
    canaries.add(platforms.airtable.clientSecret).add(platforms.google.clientSecret);
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });

  const wordsOf = (platform: OAuthPlatform): readonly string[] =>
    platform === 'airtable' ? smallAirtable(platforms.airtable).words : smallSheet(platforms.google);
  const personalToken = (): string => {
    const token = platforms.airtable.addPersonalToken();
    canaries.add(token);
    return token;
  };
  const pair = (platform: OAuthPlatform): string[] => {
    const { accessToken, refreshToken } = platforms[platform].addGrant();
    canaries.add(accessToken).add(refreshToken);
    return ['--access-token', accessToken, '--refresh-token', refreshToken];
  };
  async function expectExported(connection: string, words: readonly string[]): Promise<string> {
    const endpoint = await createEndpoint(service, connection, ...words);
    await forgetLimits(service);
    const { cost, answer } = await costOf(service, () => service.get(endpoint));
    expect([answer.status, cost]).toEqual([200, 1]);
    expect((await answer.text()).trim().split('\n').length).toBeGreaterThan(3);
    return endpoint;
  }
  async function expectRefused(endpoint: string): Promise<void> {
    const { cost, answer } = await costOf(service, () => service.get(endpoint));
    expect([answer.status, cost]).toEqual([423, 0]);
    expect(await answer.json()).toMatchObject({ error: refused, data: expect.any(String) });
  }
  const keptSecret = async (id: string) =>
    (
      await service.database.db
        .selectFrom('connections')
        .select('secret')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).secret;

  describe('by token', () => {
    it('Airtable by personal access token', async () => {
      const id = await connect(service, 'airtable', '--token', personalToken());
      await expectExported(id, wordsOf('airtable'));
    });

    it('Notion by the token of an internal integration', async () => {
      const { projects } = seedNotion(platforms.notion);
      const token = platforms.notion.addToken();
      canaries.add(token);
      const id = await connect(service, 'notion', '--token', token);
      await expectExported(id, ['--database', projects.database]);
    });

    it.each(['airtable', 'google'] as const)('%s by a pair of OAuth tokens', async (platform) => {
      const id = await connect(service, platform, ...pair(platform));
      await expectExported(id, wordsOf(platform));
    });

    it('connections are listed, the newest first, with nothing secret', async () => {
      const first = await connect(service, 'airtable', '--token', personalToken());
      const second = await connect(service, 'google', ...pair('google'));
      const list = await listedConnections(service);
      expect(list.slice(0, 2).map(({ id, platform, state }) => [id, platform, state])).toEqual([
        [second, 'google', 'working'],
        [first, 'airtable', 'working'],
      ]);
      await service.command('account', 'create', 'none@example.com');
      expect(await listedConnections(service, 'none@example.com')).toEqual([]);
    });

    it('a removed one answers 423 and asks the platform nothing; connected again, its endpoints work as before', async () => {
      const id = await connect(service, 'airtable', ...pair('airtable'));
      const endpoint = await expectExported(id, wordsOf('airtable'));
      expect(await keptSecret(id)).toMatch(/^s1\./);
      expect(await service.command('connection', 'remove', id)).toEqual({ id, state: 'disconnected' });
      const calls = platforms.airtable.api.calls.length;
      await expectRefused(endpoint);
      expect(platforms.airtable.api.calls).toHaveLength(calls);
      expect(await listedConnections(service)).toContainEqual(
        expect.objectContaining({ id, state: 'disconnected' }),
      );
      const again = await connect(service, 'airtable', '--token', personalToken(), '--reconnect', id);
      expect(again).toBe(id);
      expect((await service.get(endpoint)).status).toBe(200);
    });
  });

  describe.each(['airtable', 'google'] as const)('%s by OAuth', (platform) => {
    it('consent connects the account, and endpoints can be made at once', async () => {
      const address = await beginConsent(service, platform);
      expect(address.origin).toBe(platforms[platform].oauth.origin);
      expect(address.searchParams.get('code_challenge_method')).toBe('S256');
      expect(address.href).not.toContain(platforms[platform].clientSecret);
      const back = await giveConsent(address);
      for (const name of ['state', 'code']) canaries.add(back.searchParams.get(name) ?? '');
      const answer = await goBack(service, back);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      const page = await answer.text();
      const [made] = await listedConnections(service);
      expect(page).toContain(`Connected: ${{ airtable: 'Airtable', google: 'Google' }[platform]}`);
      expect(page).toContain('Account: ');
      expect(page).toContain(`endpoint create EMAIL --connection ${made?.id}`);
      expect(made).toMatchObject({ platform, state: 'working' });
      await expectExported(made?.id ?? '', wordsOf(platform));
    });

    it('with --reconnect the same connection works again', async () => {
      const id = await connectByConsent(service, platform);
      const endpoint = await expectExported(id, wordsOf(platform));
      await service.command('connection', 'remove', id);
      await expectRefused(endpoint);
      const count = (await listedConnections(service)).length;
      const back = await giveConsent(await beginConsent(service, platform, '--reconnect', id));
      expect((await goBack(service, back)).status).toBe(200);
      expect(await listedConnections(service)).toHaveLength(count);
      expect((await service.get(endpoint)).status).toBe(200);
    });

    it('the code of another consent does not connect: PKCE binds it to its state', async () => {
      const count = (await listedConnections(service)).length;
      const [own, other] = [
        await giveConsent(await beginConsent(service, platform)),
        await giveConsent(await beginConsent(service, platform)),
      ];
      own.searchParams.set('code', other.searchParams.get('code') ?? '');
      const answer = await goBack(service, own);
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining('did not accept the code'),
      ]);
      expect(await listedConnections(service)).toHaveLength(count);
    });

    it('when the token address fails, nothing is connected and the page says so', async () => {
      const count = (await listedConnections(service)).length;
      const { oauth } = platforms[platform];
      for (const act of [
        { kind: 'answer', status: 503, body: '<h1>Sorry</h1>' },
        { kind: 'reset' },
        { kind: 'truncate', bytes: 40 },
      ] as const) {
        const back = await giveConsent(await beginConsent(service, platform));
        oauth.addFault({ on: 'POST', times: 1, act });
        const answer = await goBack(service, back);
        expect([answer.status, await answer.text()]).toEqual([
          400,
          expect.stringContaining('could not be reached'),
        ]);
      }
      oauth.clearFaults();
      expect(await listedConnections(service)).toHaveLength(count);
    });

    /** What is wrong with the way back; the rest of it is right. */
    const wrongs: Record<string, (back: URL) => unknown> = {
      'no state': ({ searchParams }) => searchParams.delete('state'),
      'an empty state': ({ searchParams }) => searchParams.set('state', ''),
      'a state that was never given': ({ searchParams }) => searchParams.set('state', 'A'.repeat(43)),
      'two states': ({ searchParams }) => searchParams.append('state', 'A'.repeat(43)),
      'no code': ({ searchParams }) => searchParams.delete('code'),
      'two codes': ({ searchParams }) => searchParams.append('code', 'other'),
      'an empty code': ({ searchParams }) => searchParams.set('code', ''),
      'a refusal beside the code': ({ searchParams }) => searchParams.set('error', 'access_denied'),
      'an empty refusal beside the code': ({ searchParams }) => searchParams.set('error', ''),
      'a refusal instead of the code': ({ searchParams }) => {
        searchParams.delete('code');
        searchParams.set('error', 'access_denied');
      },
      'two refusals': ({ searchParams }) => {
        searchParams.append('error', 'access_denied');
        searchParams.append('error', 'server_error');
      },
      'a token of the implicit flow': ({ searchParams }) => searchParams.set('id_token', 'a.b.c'),
      'the issuer of another platform': ({ searchParams }) => searchParams.set('iss', 'https://evil.example'),
      'two issuers, its own and another': ({ searchParams }) => {
        searchParams.append('iss', platforms[platform].oauth.origin);
        searchParams.append('iss', 'https://evil.example');
      },
      'a place to go next, but no state': ({ searchParams }) => {
        searchParams.delete('state');
        searchParams.set('next', '//evil.example');
      },
      'a state that is too old': () => {
        service.clock.ahead = 16 * 60 * 1_000;
      },
      'a verifier that was damaged': () =>
        sql`update consents set verifier = verifier || 'x'`.execute(service.database.db),
      'the same way back a second time': async (back) => {
        expect((await goBack(service, back)).status).toBe(200);
      },
    };
    it.each(Object.entries(wrongs))('400, and the token address is not asked: %s', async (_what, spoil) => {
      const back = await giveConsent(await beginConsent(service, platform));
      const { state = '', code = '' } = Object.fromEntries(back.searchParams);
      canaries.add(state).add(code);
      await spoil(back);
      const [calls, connections] = [tokenCalls(platforms, platform), await listedConnections(service)];
      const answer = await goBack(service, back);
      service.clock.ahead = 0;
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
      const page = await answer.text();
      expect(page).toContain('Not connected');
      for (const told of [state, code, 'evil.example', 'access_denied']) expect(page).not.toContain(told);
      expect(tokenCalls(platforms, platform)).toBe(calls);
      expect(await listedConnections(service)).toEqual(connections);
    });

    it('its own issuer is right, and no parameter sends the browser elsewhere', async () => {
      const back = await giveConsent(await beginConsent(service, platform));
      back.searchParams.set('iss', platforms[platform].oauth.origin);
      back.searchParams.set('next', '//evil.example');
      const answer = await fetch(`${service.url}${back.pathname}${back.search}`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
      expect(await answer.text()).not.toContain('evil.example');
    });
  });

  it('consent that the owner refuses connects nothing', async () => {
    platforms.airtable.refuseConsent = true;
    const back = await giveConsent(await beginConsent(service, 'airtable'));
    platforms.airtable.refuseConsent = false;
    const calls = tokenCalls(platforms, 'airtable');
    const answer = await goBack(service, back);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('not given')]);
    expect(tokenCalls(platforms, 'airtable')).toBe(calls);
  });

  it('permissions that were left out at Google are named, and nothing is connected', async () => {
    const count = (await listedConnections(service)).length;
    platforms.google.untickedScopes = ['https://www.googleapis.com/auth/drive.file'];
    const answer = await goBack(service, await giveConsent(await beginConsent(service, 'google')));
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain('https://www.googleapis.com/auth/drive.file');
    expect(page).not.toContain('https://www.googleapis.com/auth/spreadsheets');
    expect(await listedConnections(service)).toHaveLength(count);
  });

  it('nothing secret is in a file, a column or a log line', async () => {
    const found = (place: string, content: string): string[] =>
      [...canaries]
        .filter((canary) => canary !== '' && content.includes(canary))
        .concat(content.match(tokenForms) ?? [])
        .map((secret) => `${secret} in ${place}`);
    expect(canaries.size).toBeGreaterThan(20);
    const places = new Map<string, string>([['the log', logLines.join('')]]);
    const files = await readdir(service.folder, { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile())) {
      places.set(file.name, await readFile(join(file.parentPath, file.name), 'latin1'));
    }
    for (const { name } of await service.database.db.introspection.getTables()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(service.database.db);
      places.set(`the table ${name}`, JSON.stringify(rows));
    }
    expect(places.get('the table connections')).toContain('"secret":"s1.');
    expect(places.get('the log')).toContain('request completed');
    expect([...places].flatMap(([place, content]) => found(place, content))).toEqual([]);
  });
});

/** As the emulated platforms make them; those that were given at a consent nobody else has seen. */
const tokenForms = /oa[ar]\w{14}\.v1\.|pat\w{14}\.[0-9a-f]{64}|ya29\.[\w-]{60}|\b1\/\/[\w-]{48}/g;
