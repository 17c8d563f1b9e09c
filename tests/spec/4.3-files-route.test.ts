/** Contract 4.3: the same as contract 4.2 in every respect. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, costOf, createCast, expectLedgerWhole } from '../support/cast.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('4.3 GET /files/<endpoint_id>', () => {
  let service: TestService;
  let cast: Cast;
  beforeAll(async () => {
    service = await startTestService();
    cast = await createCast(service, '--token', 'secret');
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());

  async function answerOf(path: string, headers: Readonly<Record<string, string>>) {
    const { cost, answer } = await costOf(service, () => service.get(path, headers));
    const kept = ['content-type', 'content-disposition', 'cache-control', 'access-control-allow-origin'];
    return {
      status: answer.status,
      cost,
      headers: kept.map((name) => answer.headers.get(name)),
      body: await answer.text(),
    };
  }

  it.each(['', '?type=json_split', '?show_wait_page=true', '?type=nonsense'])(
    'an address with a slash at its end answers as without: %j',
    async (query) => {
      const { endpoint } = cast.paid;
      const proxy = String((await service.command('proxy', 'create', endpoint))['id']);
      for (const path of [endpoint, `files/${endpoint}`, `proxy/${proxy}`]) {
        const without = await answerOf(`${path}${query}`, { authorization: 'Bearer secret' });
        const slashed = await answerOf(`${path}/${query}`, { authorization: 'Bearer secret' });
        expect([slashed.status, slashed.cost, slashed.headers], path).toEqual([
          without.status,
          without.cost,
          without.headers,
        ]);
        if (!query.includes('wait')) expect(slashed.body).toBe(without.body);
      }
    },
  );

  it.each([
    ['the data', 'paid', '', 'Bearer secret', 200],
    ['another format', 'paid', '?type=json_split', 'Bearer secret', 200],
    ['sql and nest_json', 'paid', '?sql=SELECT+1+AS+x&type=json_records&nest_json=k', 'Bearer secret', 200],
    ['a wrong parameter', 'paid', '?type=nonsense', 'Bearer secret', 400],
    ['wrong sql', 'paid', '?sql=SELECT+x+FROM+service_table', 'Bearer secret', 400],
    ['a wrong token', 'paid', '', 'Bearer other', 401],
    ['a malformed header', 'paid', '', 'Basic secret', 401],
    ['no credit', 'creditless', '', 'Bearer secret', 403],
    ['a deleted owner', 'deleted', '', 'Bearer secret', 403],
  ] as const)('same behaviour as 4.2: %s', async (_what, name, query, authorization, status) => {
    const { endpoint } = cast[name];
    const direct = await answerOf(`${endpoint}${query}`, { authorization });
    const files = await answerOf(`files/${endpoint}${query}`, { authorization });
    expect(files).toEqual(direct);
    expect([files.status, files.cost]).toEqual([status, status === 200 ? 1 : 0]);
  });

  it('no header: 401 `Authorization header is required`', async () => {
    const answer = await service.get(`files/${cast.paid.endpoint}`);
    expect(await answer.json()).toMatchObject({ error: 'Authorization header is required' });
  });

  it('an id that does not exist: 404 `Object not found`', async () => {
    for (const path of ['files/0000000000000000000000', 'files/', 'files/x/y']) {
      const answer = await service.get(path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: 'Object not found' });
    }
  });
});
