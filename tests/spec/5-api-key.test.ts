/** Section 5, the API key on `POST /urls/create` (4.5): who may ask, what a body must be, and where no secret is. */
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
    expect(await statuses()).toEqual([401, 401]);
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
    expect(paths.some((path) => path.endsWith('tablecast.sqlite'))).toBe(true);
    for (const path of paths) {
      const content = await readFile(path);
      for (const secret of secrets) expect(content.includes(secret), `${secret} in ${path}`).toBe(false);
    }
    const log = logLines.join('');
    expect(log).toContain('answered');
    for (const secret of [...secrets, endpoint]) expect(log, secret).not.toContain(secret);
  });
});
