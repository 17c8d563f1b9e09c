/** Names of connections, the same account connected twice, the bin for connections, and the finder. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Platforms, startPlatformService, startPlatforms } from '../support/platform-service.ts';
import { engines, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';
import { smallAirtable } from '../support/small-tables.ts';

const owner = 'ann@example.com';
const withId = z.object({ id: z.string() });

describe.each(engines)('connections on %s', (engine) => {
  let platforms: Platforms;
  let service: TestService;
  let ann: Session;

  beforeAll(async () => {
    platforms = await startPlatforms();
    platforms.airtable.limits = { ...platforms.airtable.limits, perBase: null, perUser: null };
    service = await startPlatformService(platforms, { engine });
    ann = await signedIn(service, owner, '--plan', 'lite');
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await platforms[Symbol.asyncDispose]();
  });

  const read = async (path: string) => (await ann.call('GET', path)).json();
  const connect = async (): Promise<string> => {
    const body = { platform: 'airtable', token: platforms.airtable.addPersonalToken() };
    return withId.parse(await (await ann.call('POST', '/api/connections', body)).json()).id;
  };
  const endpointOn = async (connection: string): Promise<string> => {
    const choice = smallAirtable(platforms.airtable);
    const words = ['endpoint', 'create', owner, '--connection', connection];
    return String((await service.command(...words, '--base', choice.base, '--table', choice.table))['id']);
  };

  it('have a name of their owner’s own, and are found by it', async () => {
    const id = await connect();
    expect(await read(`/api/connections/${id}`)).toMatchObject({
      name: null,
      title: 'Airtable, usrEmulatedUser01',
    });
    await ann.call('PATCH', `/api/connections/${id}`, { name: '  Sales <b>base</b> ' });
    expect(await read(`/api/connections/${id}`)).toMatchObject({
      name: 'Sales <b>base</b>',
      title: 'Sales <b>base</b>',
    });
    expect(await read('/api/find?text=SALES')).toMatchObject({
      endpoints: [],
      views: [],
      schedules: [],
      connections: [{ id, name: 'Sales <b>base</b>' }],
    });
    expect(await service.command('connection', 'set', id, '--name', '')).toMatchObject({
      name: 'Airtable, usrEmulatedUser01',
    });
    expect((await ann.call('PATCH', `/api/connections/${id}`, { name: 'x'.repeat(101) })).status).toBe(400);
    await service.command('connection', 'remove', id);
  });

  it('to the same account are told and joined; endpoints go on', async () => {
    const [first, second] = [await connect(), await connect()];
    const endpoint = await endpointOn(first);
    expect(await read(`/api/connections/${second}`)).toMatchObject({ twins: 1 });
    const joined = await ann.call('POST', `/api/connections/${second}/join`);
    expect(await joined.json()).toEqual({ id: second, joined: 1, movedEndpoints: 1 });
    expect(await read(`/api/connections/${second}`)).toMatchObject({ twins: 0, endpointCount: 1 });
    expect((await service.get(endpoint)).status).toBe(200);
    expect(await read('/api/bin?kind=connection')).toMatchObject({
      deleted: expect.arrayContaining([expect.objectContaining({ id: first })]),
    });
  });

  it('come back from the bin with their credential, and their endpoints work again', async () => {
    const id = await connect();
    const endpoint = await endpointOn(id);
    expect((await service.get(endpoint)).status).toBe(200);
    expect((await ann.call('DELETE', `/api/connections/${id}`)).status).toBe(200);
    expect((await service.get(endpoint)).status).toBe(423);
    expect((await ann.call('POST', `/api/bin/${id}/restore`)).status).toBe(200);
    expect((await service.get(endpoint)).status).toBe(200);
    expect(await read(`/api/endpoints/${endpoint}`)).toMatchObject({ state: 'working' });
    await service.command('connection', 'remove', id);
    expect(await service.command('connection', 'list', owner, '--deleted')).toMatchObject({
      deleted: expect.arrayContaining([expect.objectContaining({ id })]),
    });
    await service.command('connection', 'restore', id);
    expect((await service.get(endpoint)).status).toBe(200);
  });

  it('deleted from the bin keep nothing secret', async () => {
    const id = await connect();
    await ann.call('DELETE', `/api/connections/${id}`);
    await ann.call('DELETE', `/api/bin/${id}`);
    const kept = service.database.db
      .selectFrom('connections')
      .select(['state', 'secret'])
      .where('id', '=', id);
    expect(await kept.executeTakeFirst()).toEqual({ state: 'disconnected', secret: null });
    expect((await ann.call('POST', `/api/bin/${id}/restore`)).status).toBe(404);
  });

  it('and endpoints, views and schedules are found by a part of their names, eight of each at most', async () => {
    for (let each = 0; each < 10; each++)
      await service.publish('a\n1\n', '--owner', owner, '--name', `Köpenick ${each}`);
    const found = z
      .object({ endpoints: z.array(z.object({ name: z.string() })) })
      .parse(await read('/api/find?text=köpENICK'));
    expect(found.endpoints).toHaveLength(8);
    const endpoint = await service.publish('a\n1\n', '--owner', owner);
    await service.command('proxy', 'create', endpoint, '--name', 'Straße 7');
    expect(await read('/api/find?text=STRA%C3%9FE')).toMatchObject({
      views: [{ endpointId: endpoint, name: 'Straße 7' }],
    });
    const eve = await signedIn(service, 'eve@example.com');
    expect(await (await eve.call('GET', '/api/find?text=stra%C3%9Fe')).json()).toMatchObject({ views: [] });
    expect(await (await eve.call('GET', '/api/find?text=')).json()).toEqual({
      endpoints: [],
      views: [],
      schedules: [],
      connections: [],
    });
  });
});
