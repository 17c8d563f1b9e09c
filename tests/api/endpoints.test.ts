/** Endpoints in the dashboard's interface: list, settings, preview. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

const listed = z.object({ endpoints: z.array(z.object({ name: z.string() })) });

describe.each(engines)('endpoints on %s', (engine) => {
  let service: TestService;
  let ann: Session;

  beforeEach(async () => {
    service = await startTestService({ engine });
    ann = await signedIn(service, 'ann@example.com');
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const publish = (name: string): Promise<string> =>
    service.publish('name,price\nwidget,10\ngadget,20\n', '--owner', 'ann@example.com', '--name', name);
  const list = async (query: string) => (await ann.call('GET', `/api/endpoints?${query}`)).json();

  it('are searched, sorted and paged', async () => {
    for (const name of ['Orders', 'orders 100%', 'Customers']) await publish(name);
    const names = async (query: string): Promise<string[]> =>
      listed.parse(await list(query)).endpoints.map(({ name }) => name);
    expect(await names('sort=name')).toEqual(['Customers', 'Orders', 'orders 100%']);
    expect(await names('sort=name&search=ORDER')).toEqual(['Orders', 'orders 100%']);
    expect(await names('search=0%25')).toEqual(['orders 100%']);
    expect(await names('search=_')).toEqual([]);
    expect(await list('page=2')).toMatchObject({ endpoints: [], total: 3, pageSize: 50 });
  });

  it('change all at once or not at all', async () => {
    const id = await publish('Orders');
    const change = (body: unknown) => ann.call('PATCH', `/api/endpoints/${id}`, body);
    const wrong = await change({ name: 'New', fields: ['nothing'] });
    expect(wrong.status).toBe(409);
    expect((await change({ name: '' })).status).toBe(400);
    expect((await change({ type: 'nothing' })).status).toBe(400);
    expect(await (await ann.call('GET', `/api/endpoints/${id}`)).json()).toMatchObject({ name: 'Orders' });
    const right = await change({ name: 'New', type: 'json_records', fields: ['price'], token: 'secret' });
    expect(await right.json()).toMatchObject({ name: 'New', type: 'json_records', isProtected: true });
    expect((await service.get(id)).status).toBe(401);
    await change({ token: null });
    expect(await (await service.get(id)).json()).toEqual([{ price: 10 }, { price: 20 }]);
  });

  it('are previewed for no credit, with any parameters, and a wrong statement says why', async () => {
    const id = await publish('Orders');
    await service.command('account', 'set', 'ann@example.com', '--credits', '0');
    const preview = async (parameters: Record<string, string>) =>
      (await ann.call('POST', `/api/endpoints/${id}/preview`, { parameters })).json();
    expect(await preview({ type: 'json_values', colour: 'red' })).toMatchObject({
      body: '[["widget",10],["gadget",20]]',
      contentType: 'text/json; charset=utf-8',
      ignored: ['colour'],
      leftOut: { cells: 0, rows: 0, columns: 0 },
    });
    expect(await preview({ sql: 'SELECT nme FROM service_table' })).toMatchObject({
      error: 'Could not validate sql.',
      data: 'no such column: nme',
    });
  });

  it('are deleted', async () => {
    const id = await publish('Orders');
    expect((await ann.call('DELETE', `/api/endpoints/${id}`)).status).toBe(200);
    expect((await service.get(id)).status).toBe(404);
    expect(await list('')).toMatchObject({ total: 0 });
  });
});
