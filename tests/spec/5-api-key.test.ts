/** The API key on `POST /urls/create`: who may ask, what a body must be, and where no secret is. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { castTable, costOf, expectLedgerWhole } from '../support/cast.ts';
import { rawRequest } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const owner = 'ann@example.com';
const body = { base: 'appA1', table: 'tblB2', view: 'viwC3' };
const required = 'Authorization header is required';
const malformed = 'Invalid Authorization header format';
const wrong = 'Invalid Authorization header';

describe('5 API key: POST /urls/create', () => {
  let service: TestService;
  let key: string;
  let endpoint: string;
  const logLines: string[] = [];
  beforeAll(async () => {
    service = await startTestService({ logLines });
    await service.command('account', 'create', owner, '--plan', 'pro', '--password', 'pass-canary-7351');
    key = String((await service.command('api-key', 'create', owner))['key']);
    endpoint = await service.publish(castTable, '--owner', owner, '--token', 'token-canary-9482');
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());
  const post = (sent: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${service.url}/urls/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
      body: typeof sent === 'string' ? sent : JSON.stringify(sent),
    });

  it.each([
    ['none', [], required],
    ['empty', ['Authorization:'], malformed],
    ['`Basic x`', ['Authorization: Basic x'], malformed],
    ['`bearer <key>`', ['Authorization: bearer KEY'], malformed],
    ['`Bearer`', ['Authorization: Bearer'], malformed],
    ['`Bearer `', ['Authorization: Bearer '], malformed],
    ['`Bearer  <key>`, with two spaces', ['Authorization: Bearer  KEY'], wrong],
    ['a wrong key', ['Authorization: Bearer tck_wrong'], wrong],
    ['the token of an endpoint', ['Authorization: Bearer token-canary-9482'], wrong],
    ['two headers, the wrong one first', ['Authorization: Bearer wrong', 'Authorization: Bearer KEY'], wrong],
  ])('a missing or wrong API key gives 401: %s', async (_what, lines, error) => {
    const sent = lines.map((line) => line.replace('KEY', key));
    for (const text of [JSON.stringify(body), '{"base":', 'x'.repeat(20_000)]) {
      const answer = await rawRequest(
        service.url,
        'POST /urls/create',
        ['Content-Type: application/json', ...sent],
        text,
      );
      expect(answer.status).toBe(401);
      expect(JSON.parse(answer.body)).toMatchObject({ error });
    }
  });

  it.each([
    ['no `base`', { table: 't' }, "Field 'base' must be a text."],
    ['no `table`', { base: 'b' }, "Field 'table' must be a text."],
    ['`base` of another type', { base: 7, table: 't' }, "Field 'base' must be a text."],
    ['`table` of another type', { base: 'b', table: ['t'] }, "Field 'table' must be a text."],
    ['`view` of another type', { base: 'b', table: 't', view: {} }, "Field 'view' must be a text."],
    ['an empty `base`', { base: '', table: 't' }, "Field 'base' must not be empty."],
    ['an empty `table`', { base: 'b', table: '' }, "Field 'table' must not be empty."],
    ['an array', [], 'The body must be a JSON object with the fields base and table.'],
    ['null', null, 'The body must be a JSON object with the fields base and table.'],
    ['a text', '"base"', 'The body must be a JSON object with the fields base and table.'],
  ])('400 naming the missing or wrong body field: %s', async (_what, sent, error) => {
    const answer = await post(sent);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error });
  });

  it('400 for a body that is no JSON, too large, or of another content type', async () => {
    for (const sent of ['{"base":', '', 'x'.repeat(200_000)]) {
      expect((await post(sent)).status, sent.slice(0, 20)).toBeOneOf([400, 413]);
    }
    expect(
      (await post('base=b&table=t', { 'content-type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(400);
    expect((await post(JSON.stringify(body), { 'content-type': 'text/plain' })).status).toBe(400);
  });

  it('423 `Failed to authenticate with export platform.` while the account has no connection', async () => {
    for (const sent of [body, { base: 'b', table: 't' }, { ...body, more: 'ignored' }]) {
      const { cost, answer } = await costOf(service, () => post(sent));
      expect([answer.status, cost]).toEqual([423, 0]);
      expect(await answer.json()).toMatchObject({
        error: 'Failed to authenticate with export platform.',
        help: expect.stringContaining('/docs/errors/'),
      });
    }
    const { endpoints } = await service.command('endpoint', 'list', owner);
    expect(endpoints).toHaveLength(1);
  });

  it('each key of an account works, and none after the account is deleted', async () => {
    await service.command('account', 'create', 'gone@example.com', '--plan', 'lite');
    const keys: string[] = [];
    for (let made = 0; made < 2; made++) {
      keys.push(String((await service.command('api-key', 'create', 'gone@example.com'))['key']));
    }
    const statuses = (): Promise<number[]> =>
      Promise.all(keys.map(async (one) => (await post(body, { authorization: `Bearer ${one}` })).status));
    expect(await statuses()).toEqual([423, 423]);
    await service.command('account', 'delete', 'gone@example.com');
    expect(await statuses()).toEqual([403, 403]);
  });

  it('an API key opens no endpoint', async () => {
    const answer = await service.get(endpoint, { authorization: `Bearer ${key}` });
    expect(answer.status).toBe(401);
  });

  it('GET /urls/create is no operation', async () => {
    expect((await service.get('urls/create', { authorization: `Bearer ${key}` })).status).toBe(404);
  });

  it('tokens, keys and passwords are in no file of the service and in no log line', async () => {
    await service.get(endpoint, { authorization: 'Bearer token-canary-9482' });
    await service.get(`${endpoint}?sql=SELECT+%27query-canary-1122%27`, {
      authorization: 'Bearer wrong-canary-3344',
    });
    await post(body);
    const secrets = ['token-canary-9482', 'pass-canary-7351', key, 'wrong-canary-3344', 'query-canary-1122'];
    const files = await readdir(service.folder, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    const hasDatabase = paths.some((path) => path.endsWith('tablecast.sqlite'));
    expect(hasDatabase).toBe(service.environment['DATABASE_URL'] === undefined);
    for (const path of paths) {
      const content = await readFile(path);
      for (const secret of secrets) expect(content.includes(secret), `${secret} in ${path}`).toBe(false);
    }
    const log = logLines.join('');
    expect(log).toContain('request completed');
    for (const secret of [...secrets, endpoint]) expect(log, secret).not.toContain(secret);
  });

  describe('of an account in each condition of contract 3.1', () => {
    it.each([
      ['blocked', ['--blocked', 'true'], 'USER_BLOCKED'],
      [
        'expired',
        ['--subscription-ends', '2020-01-01T00:00:00Z'],
        'Not enough credits. Login at SITE to purchase.',
      ],
      ['not initialised', ['--initialised', 'false'], 'Please login to SITE to reactivate your URLs'],
      ['on the trial and out of hits', ['--plan', 'trial', '--credits', '0'], 'Your free trial has expired'],
    ] as const)('%s: 403, before the body is looked at', async (what, change, error) => {
      const email = `${what.replaceAll(' ', '-')}@example.com`;
      await service.command('account', 'create', email, '--plan', 'lite');
      const held = String((await service.command('api-key', 'create', email))['key']);
      await service.command('account', 'set', email, ...change);
      const site = `${service.url.replace('127.0.0.1', 'localhost')}/app/`;
      for (const sent of [body, '{"base":']) {
        const answer = await post(sent, { authorization: `Bearer ${held}` });
        expect([answer.status, await answer.json()]).toEqual([
          403,
          expect.objectContaining({ error: error.replace('SITE', site) }),
        ]);
      }
    });

    it('deleted: its keys work no more', async () => {
      await service.command('account', 'create', 'left@example.com');
      const held = String((await service.command('api-key', 'create', 'left@example.com'))['key']);
      await service.command('account', 'delete', 'left@example.com');
      const answer = await post(body, { authorization: `Bearer ${held}` });
      expect([answer.status, await answer.json()]).toMatchObject([403, { error: 'User ID not found' }]);
    });

    it('without credits until the next cycle: creating costs nothing, so only the connection is missing', async () => {
      await service.command('account', 'create', 'zero@example.com', '--plan', 'lite', '--credits', '0');
      const held = String((await service.command('api-key', 'create', 'zero@example.com'))['key']);
      expect((await post(body, { authorization: `Bearer ${held}` })).status).toBe(423);
    });
  });

  it('keys are listed by their beginnings, and one that is deleted stops working at once', async () => {
    const email = 'keys@example.com';
    await service.command('account', 'create', email, '--plan', 'lite');
    expect(await service.command('api-key', 'list', email)).toEqual({ apiKeys: [] });
    const [first, second] = await Promise.all(
      [1, 2].map(async () => String((await service.command('api-key', 'create', email))['key'])),
    );
    const hints = async (): Promise<unknown> => (await service.command('api-key', 'list', email))['apiKeys'];
    const row = (given = '') => ({ hint: given.slice(0, 8), createdAt: expect.any(String) });
    expect(await hints()).toEqual(expect.arrayContaining([row(first), row(second)]));
    await service.command('api-key', 'delete', first?.slice(0, 8) ?? '');
    expect(await hints()).toEqual([row(second)]);
    expect((await post(body, { authorization: `Bearer ${first}` })).status).toBe(401);
    expect((await post(body, { authorization: `Bearer ${second}` })).status).toBe(423);
    await service.command('api-key', 'delete', second ?? '');
    expect((await post(body, { authorization: `Bearer ${second}` })).status).toBe(401);
    await expect(service.command('api-key', 'delete', 'tck_none')).rejects.toThrow('api-key list EMAIL');
  });

  it('of two keys that begin alike neither is deleted by its beginning', async () => {
    const keys = await Promise.all(
      [1, 2].map(async () => String((await service.command('api-key', 'create', owner))['key'])),
    );
    const { db } = service.database;
    for (const each of keys) {
      await db
        .updateTable('api_keys')
        .set({ hint: 'tck_same' })
        .where('hint', '=', each.slice(0, 8))
        .execute();
    }
    await expect(service.command('api-key', 'delete', 'tck_same')).rejects.toThrow('Give the whole key');
    await service.command('api-key', 'delete', keys[0] ?? '');
    expect(await service.command('api-key', 'delete', 'tck_same')).toEqual({
      hint: 'tck_same',
      deleted: true,
    });
  });
});
