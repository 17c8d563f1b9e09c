/** Contract 4.4: accesses an endpoint through a proxy configuration, with codes of its own. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, castTable, costOf, createCast, expectLedgerWhole } from '../support/cast.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('4.4 GET /proxy/<proxy_id>', () => {
  let service: TestService;
  let cast: Cast;
  beforeAll(async () => {
    service = await startTestService();
    cast = await createCast(service);
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());
  async function proxyOf(endpoint: string, ...params: readonly string[]): Promise<string> {
    const words = params.flatMap((param) => ['--param', param]);
    return `proxy/${(await service.command('proxy', 'create', endpoint, ...words))['id']}`;
  }

  it('accesses an endpoint through a proxy configuration, for one credit of its owner', async () => {
    const proxy = await proxyOf(cast.paid.endpoint);
    expect(proxy).not.toContain(cast.paid.endpoint);
    const { cost, answer } = await costOf(service, () => service.get(proxy));
    expect([answer.status, await answer.text(), cost]).toEqual([200, castTable, 1]);
  });

  it('parameters of the request work as on the endpoint', async () => {
    const proxy = await proxyOf(cast.paid.endpoint);
    const answer = await service.get(`${proxy}?type=json_values&sql=SELECT+name+FROM+service_table`);
    expect(await answer.json()).toEqual([['Ann'], ['Bo']]);
  });

  it('a caller cannot override what the owner fixed, by whatever means', async () => {
    const proxy = await proxyOf(
      cast.paid.endpoint,
      'sql=SELECT name FROM service_table WHERE age < 18',
      'type=json_values',
    );
    for (const asked of [
      '',
      '?type=csv',
      '?sql=SELECT+*+FROM+service_table',
      '?sql=&type=',
      '?sql=SELECT+1&sql=SELECT+2&type=xml&type=csv',
      '?SQL=SELECT+1',
    ]) {
      expect(await (await service.get(`${proxy}${asked}`)).text(), asked).toBe('[["Bo"]]');
    }
  });

  it('what is not fixed stays free', async () => {
    const proxy = await proxyOf(cast.paid.endpoint, 'type=json_values');
    const answer = await service.get(`${proxy}?nest_json=people&filename_timestamp=end`);
    expect(await answer.json()).toEqual({
      people: [
        ['Ann', 41],
        ['Bo', 7],
      ],
    });
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename=paid_\d{4}-.*\.json$/);
  });

  it('a fixed `all_fields` still needs the custom parameter enabled', async () => {
    const endpoint = await service.publish(castTable, '--fields', 'name', '--owner', cast.paid.email);
    const disabled = "Custom parameter 'all_fields' is not enabled for this object.";
    await expect(proxyOf(endpoint, 'all_fields=true')).rejects.toThrow(disabled);
    await service.command('endpoint', 'set', endpoint, '--allow', 'all_fields');
    const proxy = await proxyOf(endpoint, 'all_fields=true');
    expect(await (await service.get(proxy)).text()).toBe(castTable);
    await service.command('endpoint', 'set', endpoint, '--disallow', 'all_fields');
    expect(await (await service.get(proxy)).json()).toMatchObject({ error: disabled });
  });

  it('its id is kept as a digest: the list has the first characters, by which it can be revoked', async () => {
    const endpoint = await service.publish(castTable, '--owner', cast.paid.email);
    const [first, second] = [await proxyOf(endpoint, 'type=xml'), await proxyOf(endpoint)];
    const hintOf = (proxy: string): string => proxy.slice('proxy/'.length, 'proxy/'.length + 6);
    const list = (await service.command('proxy', 'list', endpoint))['proxies'];
    expect(list).toEqual([
      { hint: hintOf(first), name: null, parameters: { type: 'xml' }, createdAt: expect.any(String) },
      { hint: hintOf(second), name: null, parameters: {}, createdAt: expect.any(String) },
    ]);
    const rows = await service.database.db.selectFrom('proxies').selectAll().execute();
    for (const proxy of [first, second]) {
      expect(JSON.stringify(rows)).not.toContain(proxy.slice('proxy/'.length));
    }
    await service.command('proxy', 'delete', hintOf(first));
    expect([(await service.get(first)).status, (await service.get(second)).status]).toEqual([404, 200]);
    await expect(service.command('proxy', 'delete', hintOf(first))).rejects.toThrow('proxy list ENDPOINT_ID');
  });

  it('has a name and can be changed: its URL stays, and answers what is fixed from then on', async () => {
    const endpoint = await service.publish(castTable, '--owner', cast.paid.email);
    const words = ['--name', 'Minors', '--param', 'type=json_values'];
    const { id } = await service.command('proxy', 'create', endpoint, ...words);
    const [proxy, hint] = [`proxy/${id}`, String(id).slice(0, 6)];
    expect(await (await service.get(proxy)).text()).toContain('Ann');
    const sql = 'sql=SELECT name FROM service_table WHERE age < 18';
    const set = ['proxy', 'set', hint, '--param', sql, '--param', 'type=json_values'] as const;
    expect(await service.command(...set)).toMatchObject({ hint, name: 'Minors' });
    expect(await (await service.get(proxy)).text()).toBe('[["Bo"]]');
    await service.command('proxy', 'set', hint, '--name', 'Children');
    expect(await service.command('proxy', 'list', endpoint)).toMatchObject({
      proxies: [{ hint, name: 'Children', parameters: { type: 'json_values' } }],
    });
    expect(await (await service.get(proxy)).text()).toBe('[["Bo"]]');
  });

  it('can be renewed: another URL, and the old one is dead in the same moment', async () => {
    const endpoint = await service.publish(castTable, '--owner', cast.paid.email);
    const first = await proxyOf(endpoint, 'type=json_values');
    const hint = first.slice('proxy/'.length, 'proxy/'.length + 6);
    expect((await service.get(first)).status).toBe(200);
    const { id } = await service.command('proxy', 'renew', hint);
    expect(id).not.toBe(first.slice('proxy/'.length));
    expect((await service.get(first)).status).toBe(404);
    expect(await (await service.get(`proxy/${id}`)).json()).toEqual([
      ['Ann', 41],
      ['Bo', 7],
    ]);
  });

  it('is tried on a sample before it is kept: a broken query is refused with the advice', async () => {
    const broken = 'sql=SELECT nam FROM service_table';
    const told = "This query doesn't work: no such column: nam. Did you mean name?";
    await expect(proxyOf(cast.paid.endpoint, broken)).rejects.toThrow(told);
    const kept = (await proxyOf(cast.paid.endpoint)).slice('proxy/'.length);
    await expect(service.command('proxy', 'set', kept, '--param', broken)).rejects.toThrow(told);
    expect((await service.get(`proxy/${kept}`)).status).toBe(200);
  });

  it('is revocable by itself: the endpoint and other proxies stay', async () => {
    const [first, second] = [await proxyOf(cast.paid.endpoint), await proxyOf(cast.paid.endpoint)];
    await service.command('proxy', 'delete', first.slice('proxy/'.length));
    expect((await service.get(first)).status).toBe(404);
    expect((await service.get(second)).status).toBe(200);
    expect((await service.get(cast.paid.endpoint)).status).toBe(200);
  });

  it('a proxy with a wrong parameter cannot be made', async () => {
    await expect(proxyOf(cast.paid.endpoint, 'type=nonsense')).rejects.toThrow("Parameter 'type'");
    await expect(proxyOf(cast.paid.endpoint, 'sample=true')).rejects.toThrow('There is no parameter sample');
    await expect(proxyOf(cast.paid.endpoint, 'type')).rejects.toThrow('--param takes name=value');
    await expect(proxyOf(cast.paid.endpoint, 'show_wait_page=true')).rejects.toThrow('cannot be fixed');
    await expect(proxyOf('0000000000000000000000')).rejects.toThrow('There is no endpoint');
  });

  it('404 `URL not found in database.` when the proxy id does not exist', async () => {
    const proxy = await proxyOf(cast.paid.endpoint);
    for (const path of [
      'proxy/0000000000000000000000',
      'proxy/x',
      'proxy/',
      `proxy/${cast.paid.endpoint}`,
      `${proxy}x`,
      `${proxy}/more`,
    ]) {
      const { cost, answer } = await costOf(service, () => service.get(path));
      expect([answer.status, cost], path).toEqual([404, 0]);
      expect(await answer.json()).toMatchObject({ error: 'URL not found in database.' });
    }
  });

  it('a proxy id is no endpoint id', async () => {
    const proxy = await proxyOf(cast.paid.endpoint);
    const answer = await service.get(proxy.slice('proxy/'.length));
    expect(await answer.json()).toMatchObject({ error: 'Object not found' });
  });

  it('401 `AUTH_HEADER_MISSING` or `INVALID_AUTH_HEADER` for authentication problems', async () => {
    const endpoint = await service.publish(castTable, '--owner', cast.paid.email, '--token', 'secret');
    const proxy = await proxyOf(endpoint);
    expect(await (await service.get(proxy)).json()).toMatchObject({ error: 'AUTH_HEADER_MISSING' });
    for (const authorization of ['Basic secret', 'Bearer wrong', 'bearer secret']) {
      const answer = await service.get(proxy, { authorization });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error: 'INVALID_AUTH_HEADER' });
    }
    expect((await service.get(proxy, { authorization: 'Bearer secret' })).status).toBe(200);
  });

  it('HEAD through a proxy costs nothing and carries the fixed format', async () => {
    const proxy = await proxyOf(cast.paid.endpoint, 'type=xml');
    const { cost, answer } = await costOf(service, () =>
      fetch(`${service.url}/${proxy}`, { method: 'HEAD' }),
    );
    expect([answer.status, answer.headers.get('content-type'), cost]).toEqual([200, 'application/xml', 0]);
  });
});
