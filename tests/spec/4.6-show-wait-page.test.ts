/** Contract 4.6.11: a waiting page is shown in the browser, then data is delivered, for one credit in all. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, castTable, costOf, createCast, expectLedgerWhole } from '../support/cast.ts';
import { rawRequest } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe('4.6 show_wait_page', () => {
  let service: TestService;
  let cast: Cast;
  beforeAll(async () => {
    service = await startTestService();
    cast = await createCast(service);
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());

  /** The address that the page asks for. */
  function dataAddress(page: string): string {
    const address = /data-address="([^"]*)"/.exec(page)?.[1] ?? '';
    return address.replaceAll('&amp;', '&').replace(/^\//, '');
  }

  it('`true`: answers HTML and costs nothing; the data that follows costs one credit', async () => {
    const { endpoint } = cast.paid;
    const waiting = await costOf(service, () => service.get(`${endpoint}?show_wait_page=true`));
    expect(waiting.answer.status).toBe(200);
    expect(waiting.answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(waiting.answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(waiting.cost).toBe(0);
    const address = dataAddress(await waiting.answer.text());
    expect(address).toBe(endpoint);
    const data = await costOf(service, () => service.get(address));
    expect([await data.answer.text(), data.cost]).toEqual([castTable, 1]);
  });

  it.each([
    ['?show_wait_page=true&type=json_values&nest_json=k', '{"k":[["Ann",41],["Bo",7]]}'],
    ['?type=json_values&show_wait_page=TRUE', '[["Ann",41],["Bo",7]]'],
    ['?sql=SELECT+%22name%22+FROM+service_table+WHERE+age+%3C+9&show_wait_page=true', 'name\nBo\n'],
    ['?show%5Fwait_page=true&type=json_values', '[["Ann",41],["Bo",7]]'],
    ['?Show_Wait_Page=true&Type=json_values', '[["Ann",41],["Bo",7]]'],
    ['?show_wait_page=false&show_wait_page=true', castTable],
  ])('the page asks for the same export without the parameter: %s', async (query, body) => {
    const page = await (await service.get(`${cast.paid.endpoint}${query}`)).text();
    const { cost, answer } = await costOf(service, () => service.get(dataAddress(page)));
    expect([await answer.text(), cost]).toEqual([body, 1]);
  });

  it.each(['files/', 'proxy/'])('the page stays on its own route: %s', async (route) => {
    const { endpoint } = cast.paid;
    const id = route === 'files/' ? endpoint : (await service.command('proxy', 'create', endpoint))['id'];
    const page = await (await service.get(`${route}${id}?show_wait_page=true`)).text();
    expect(dataAddress(page)).toBe(`${route}${id}`);
  });

  it('the page names no other host, whatever the client says', async () => {
    for (const target of [
      'http://evil.example',
      'HTTP://evil.example:81',
      '//evil.example',
      '/\\evil.example',
    ]) {
      const requestLine = `GET ${target}/${cast.paid.endpoint}?show_wait_page=true&type=csv`;
      const { body } = await rawRequest(service.url, requestLine);
      expect(body, target).not.toContain('evil.example');
    }
    const { body } = await rawRequest(
      service.url,
      `GET http://evil.example/${cast.paid.endpoint}?show_wait_page=true&type=csv`,
    );
    expect(dataAddress(body)).toBe(`${cast.paid.endpoint}?type=csv`);
    const answer = await service.get(`${cast.paid.endpoint}?show_wait_page=true`, {
      'x-forwarded-host': 'evil.example',
    });
    expect(await answer.text()).not.toContain('evil.example');
  });

  it.each([
    ['creditless', 403],
    ['blocked', 403],
    ['deleted', 403],
  ] as const)('an account that is refused gets no page: %s', async (name, status) => {
    const answer = await service.get(`${cast[name].endpoint}?show_wait_page=true`);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('needs the token of the endpoint like any request', async () => {
    const id = await service.publish(castTable, '--token', 'secret');
    expect((await service.get(`${id}?show_wait_page=true`)).status).toBe(401);
    const page = await service.get(`${id}?show_wait_page=true`, { authorization: 'Bearer secret' });
    expect(await page.text()).not.toContain('secret');
  });

  it('a name cannot act in the page', async () => {
    const id = await service.publish(castTable, '--name', '"><script>alert(1)</script>');
    const page = await (await service.get(`${id}?show_wait_page=true`)).text();
    expect(page).not.toContain('<script>alert');
  });

  it('the page asks below the path of BASE_URL', async () => {
    await using below = await startTestService({
      environment: { BASE_URL: 'https://example.com/tables/', LOG_LEVEL: 'silent' },
    });
    const id = await below.publish(castTable);
    const page = await (await below.get(`files/${id}?show_wait_page=true&type=xml`)).text();
    expect(page).toContain(`data-address="/tables/files/${id}?type=xml"`);
  });
});
