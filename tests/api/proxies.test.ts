/** Proxies in the dashboard's interface (contract 4.4): made with fixed parameters, listed by their hints, revoked. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { proxyDigest } from '../../src/endpoints/proxy-store.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

const listed = z.object({
  proxies: z.array(z.object({ id: z.string(), hint: z.string(), lastHitAt: z.string().nullable() })),
  total: z.number(),
});

describe.each(engines)('proxies on %s', (engine) => {
  let service: TestService;
  let ann: Session;
  let endpoint: string;

  beforeEach(async () => {
    service = await startTestService({ engine });
    ann = await signedIn(service, 'ann@example.com', '--plan', 'lite');
    endpoint = await service.publish('name,price\nwidget,10\n', '--owner', 'ann@example.com');
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const make = (parameters: Record<string, string>): Promise<Response> =>
    ann.call('POST', `/api/endpoints/${endpoint}/proxies`, { parameters });
  const list = async () =>
    listed.parse(await (await ann.call('GET', `/api/endpoints/${endpoint}/proxies`)).json());

  it('are made, hit, listed with their last hit, and revoked', async () => {
    const { url } = z.object({ url: z.string() }).parse(await (await make({ type: 'json_values' })).json());
    const path = new URL(url).pathname.slice(1);
    await make({});
    const before = await list();
    expect(before).toMatchObject({ total: 2, proxies: [{ lastHitAt: null }, { lastHitAt: null }] });
    expect(await (await service.get(`${path}?type=csv`)).text()).toBe('[["widget",10]]');
    const [, id = ''] = path.split('/');
    const own = async () => (await list()).proxies.find(({ hint }) => id.startsWith(hint));
    await expect.poll(async () => (await own())?.lastHitAt ?? null).not.toBeNull();
    const revoked = await ann.call('DELETE', `/api/proxies/${(await own())?.id}`);
    expect(await revoked.json()).toEqual({ id: proxyDigest(id), hint: id.slice(0, 6) });
    expect((await service.get(path)).status).toBe(404);
    expect((await list()).total).toBe(1);
  });

  it('fix only what the command line lets them fix, and say why not', async () => {
    const unknown = await make({ colour: 'red' });
    expect(unknown.status).toBe(400);
    expect(await unknown.json()).toMatchObject({ data: expect.stringMatching(/no parameter colour/) });
    expect(await (await make({ show_wait_page: 'true' })).json()).toMatchObject({
      data: expect.stringMatching(/show_wait_page cannot be fixed/),
    });
    expect((await make({ type: 'nothing' })).status).toBe(400);
    const broken = await make({ sql: 'SELECT prce FROM service_table' });
    expect([broken.status, await broken.json()]).toMatchObject([
      400,
      {
        data: expect.stringMatching(/^This query doesn't work: no such column: prce\. Did you mean price\?/),
      },
    ]);
    expect((await list()).total).toBe(0);
  });

  it('are changed by who saw their last revision; the second of two is told, and nothing is lost', async () => {
    const made = await ann.call('POST', `/api/endpoints/${endpoint}/proxies`, {
      name: 'Records',
      parameters: { type: 'json_records' },
    });
    const { id, url } = z.object({ id: z.string(), url: z.string() }).parse(await made.json());
    const path = new URL(url).pathname.slice(1);
    expect(await (await service.get(path)).text()).toContain('"name"');
    const change = (body: unknown) => ann.call('PATCH', `/api/proxies/${id}`, body);
    const first = await change({ revision: 0, parameters: { type: 'json_values' } });
    expect(await first.json()).toMatchObject({ name: 'Records', revision: 1 });
    expect(await (await service.get(path)).text()).toBe('[["widget",10]]');
    const second = await change({ revision: 0, name: 'Mine' });
    expect([second.status, await second.json()]).toMatchObject([
      409,
      { data: expect.stringMatching(/^Somebody else changed or deleted this view/) },
    ]);
    const shown = await (await ann.call('GET', `/api/proxies/${id}`)).json();
    expect(shown).toMatchObject({ name: 'Records', parameters: { type: 'json_values' }, revision: 1 });
  });

  it('are renewed: the old URL is dead at once, and the view goes on under another id', async () => {
    const { id, url } = z
      .object({ id: z.string(), url: z.string() })
      .parse(await (await make({ type: 'json_values' })).json());
    const renewed = z
      .object({ id: z.string(), url: z.string() })
      .parse(await (await ann.call('POST', `/api/proxies/${id}/renew`)).json());
    expect((await service.get(new URL(url).pathname.slice(1))).status).toBe(404);
    expect((await service.get(new URL(renewed.url).pathname.slice(1))).status).toBe(200);
    expect((await ann.call('GET', `/api/proxies/${id}`)).status).toBe(404);
    expect((await list()).proxies).toMatchObject([{ id: renewed.id }]);
  });

  it('end with their endpoint', async () => {
    const { id } = z.object({ id: z.string() }).parse(await (await make({})).json());
    await ann.call('DELETE', `/api/endpoints/${endpoint}`);
    for (const gone of [
      await ann.call('GET', `/api/proxies/${id}`),
      await ann.call('PATCH', `/api/proxies/${id}`, { revision: 0, name: 'Late' }),
      await ann.call('POST', `/api/proxies/${id}/renew`),
    ])
      expect([gone.status, await gone.json()]).toMatchObject([
        404,
        { error: 'There is nothing at this address.' },
      ]);
  });
});
