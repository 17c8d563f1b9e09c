/** Contract 5.1 to 5.4: endpoint tokens on the three routes, on both engines, to the letter of the header. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { castTable, costOf, creditsUsed, expectLedgerWhole } from '../support/cast.ts';
import { rawRequest } from '../support/raw-http.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';

const required = 'Authorization header is required';
const malformed = 'Invalid Authorization header format';
const wrong = 'Invalid Authorization header';
const missing = 'AUTH_HEADER_MISSING';
const invalid = 'INVALID_AUTH_HEADER';
const owner = 'ann@example.com';

/** The header lines as they are sent, and what they get: directly, and on the proxy route. */
const headers: readonly (readonly [what: string, lines: readonly string[], direct: string, proxy: string])[] =
  [
    ['none', [], required, missing],
    ['empty', ['Authorization:'], malformed, invalid],
    ['`Basic x`', ['Authorization: Basic x'], malformed, invalid],
    ['`bearer x`', ['Authorization: bearer right-token'], malformed, invalid],
    ['`Bearer`', ['Authorization: Bearer'], malformed, invalid],
    ['`Bearer `', ['Authorization: Bearer '], malformed, invalid],
    ['`Bearer:x`', ['Authorization: Bearer:right-token'], malformed, invalid],
    ['the token alone', ['Authorization: right-token'], malformed, invalid],
    ['`Bearer  t`, with two spaces', ['Authorization: Bearer  right-token'], wrong, invalid],
    ['a wrong token', ['Authorization: Bearer wrong-token'], wrong, invalid],
    ['the beginning of the token', ['Authorization: Bearer right-toke'], wrong, invalid],
    ['more than the token', ['Authorization: Bearer right-token2'], wrong, invalid],
    ['the token in another case', ['Authorization: Bearer Right-Token'], wrong, invalid],
    ['the token of another endpoint', ['Authorization: Bearer other-token'], wrong, invalid],
    ['the token before it was changed', ['Authorization: Bearer old-token'], wrong, invalid],
    ['10 kB of token', [`Authorization: Bearer ${'t'.repeat(10_000)}`], wrong, invalid],
    [
      'two headers, the wrong one first',
      ['Authorization: Bearer wrong-token', 'Authorization: Bearer right-token'],
      wrong,
      invalid,
    ],
    ['the token in the query', [], required, missing],
    [
      'the token in another header',
      ['X-Authorization: Bearer right-token', 'Cookie: token=right-token'],
      required,
      missing,
    ],
    ['right token', ['Authorization: Bearer right-token'], '', ''],
    ['right token, name in another case', ['aUTHORIZATION: Bearer right-token'], '', ''],
    ['right token with blanks around the value', ['Authorization:   Bearer right-token  '], '', ''],
    [
      'two headers, the right one first',
      ['Authorization: Bearer right-token', 'Authorization: Bearer wrong-token'],
      '',
      '',
    ],
  ];

describe.each(engines)('5 Authentication on %s', (engine) => {
  let service: TestService;
  let id: string;
  let proxy: string;
  let open: string;
  beforeAll(async () => {
    service = await startTestService({ engine });
    await service.command('account', 'create', owner, '--plan', 'pro');
    await service.publish(castTable, '--owner', owner, '--token', 'other-token');
    await guard();
    open = await service.publish(castTable, '--owner', owner);
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());

  /** A new endpoint, because guesses on one are answered more and more slowly. */
  async function guard(): Promise<void> {
    id = await service.publish(castTable, '--owner', owner, '--token', 'old-token');
    await service.command('endpoint', 'set', id, '--token', 'right-token');
    proxy = String((await service.command('proxy', 'create', id))['id']);
  }

  describe.each(['', 'files/', 'proxy/'] as const)('Endpoint auth: GET /%s<id>', (route) => {
    beforeAll(guard);
    it.each(headers)('%s', async (what, lines, direct, throughProxy) => {
      const query =
        what === 'the token in the query' ? '?authorization=Bearer+right-token&token=right-token' : '';
      const path = `/${route}${route === 'proxy/' ? proxy : id}${query}`;
      const { cost, answer } = await costOf(service, () => rawRequest(service.url, `GET ${path}`, lines));
      const error = route === 'proxy/' ? throughProxy : direct;
      if (error === '') expect([answer.status, answer.body, cost]).toEqual([200, castTable, 1]);
      else {
        expect([answer.status, cost]).toEqual([401, 0]);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        expect(JSON.parse(answer.body)).toEqual({
          error,
          help: expect.stringMatching(/^http.*\/docs\/errors\//),
        });
      }
    });
  });

  it('1 an endpoint without authentication enabled accepts requests with no Authorization header', async () => {
    for (const lines of [[], ['Authorization: nonsense'], ['Authorization: Bearer right-token']]) {
      expect((await rawRequest(service.url, `GET /${open}`, lines)).status).toBe(200);
    }
  });

  it('2 when enabled: the token is changeable and each change counts at once', async () => {
    const endpoint = await service.publish(castTable, '--owner', owner);
    const status = async (token: string): Promise<number> =>
      (await service.get(endpoint, { authorization: `Bearer ${token}` })).status;
    expect((await service.get(endpoint)).status).toBe(200);
    for (const token of ['one', 'two', 'three']) {
      await service.command('endpoint', 'set', endpoint, '--token', token);
      expect([await status(token), await status('zero')]).toEqual([200, 401]);
    }
    expect(await status('one')).toBe(401);
    await service.command('endpoint', 'set', endpoint, '--no-token');
    expect((await service.get(endpoint)).status).toBe(200);
  });

  it('2 another change of the endpoint keeps its token', async () => {
    await service.command('endpoint', 'set', id, '--name', 'renamed', '--allow', 'all_fields');
    await service.publish(castTable, '--replace', id);
    expect((await service.get(id)).status).toBe(401);
    expect((await service.get(id, { authorization: 'Bearer right-token' })).status).toBe(200);
  });

  it('3 on the proxy route an unknown id is 404, with or without a header', async () => {
    const unknown = 'proxy/0000000000000000000000';
    expect((await service.get(unknown)).status).toBe(404);
    expect((await service.get(unknown, { authorization: 'Bearer right-token' })).status).toBe(404);
  });

  it('4 authentication is checked first: a refused request learns nothing of the owner', async () => {
    await service.command('account', 'set', owner, '--blocked', 'true');
    try {
      expect((await service.get(id)).status).toBe(401);
      expect((await service.get(id, { authorization: 'Bearer wrong' })).status).toBe(401);
      expect((await service.get(id, { authorization: 'Bearer right-token' })).status).toBe(403);
    } finally {
      await service.command('account', 'set', owner, '--blocked', 'false');
    }
  });

  it('4 a flood of wrong tokens uses no credit and leaves the data reachable', async () => {
    const before = await creditsUsed(service);
    const flood = Array.from({ length: 200 }, (_, n) => service.get(id, { authorization: `Bearer ${n}` }));
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([401]));
    expect(await creditsUsed(service)).toBe(before);
    expect((await service.get(id, { authorization: 'Bearer right-token' })).status).toBe(200);
  });

  it('HEAD is refused as GET is', async () => {
    expect((await rawRequest(service.url, `HEAD /${id}`)).status).toBe(401);
    const right = ['Authorization: Bearer right-token'];
    expect((await rawRequest(service.url, `HEAD /${id}`, right)).status).toBe(200);
  });

  it.each(['', 'two words', 'tab\there', 'ünïcode', 'line\nbreak'])(
    'a token that no header can carry is refused: %j',
    async (token) => {
      await expect(service.command('endpoint', 'set', id, '--token', token)).rejects.toThrow('--token takes');
      await expect(service.publish(castTable, '--token', token)).rejects.toThrow('--token takes');
    },
  );
});
