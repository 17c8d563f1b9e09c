/** The list of endpoints for many: tags, filters by source, state and tag, every order, and several at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { randomId } from '../../src/base/random-id.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

const owner = 'ann@example.com';
const listed = z.object({
  endpoints: z.array(
    z.object({ id: z.string(), name: z.string(), state: z.string(), tags: z.array(z.string()) }),
  ),
  total: z.number(),
});

describe.each(engines)('the list of endpoints on %s', (engine) => {
  let service: TestService;
  let ann: Session;
  let eve: Session;
  const ids = new Map<string, string>();
  const idOf = (name: string): string => ids.get(name) ?? '';

  beforeAll(async () => {
    service = await startTestService({ engine });
    ann = await signedIn(service, owner, '--plan', 'lite');
    eve = await signedIn(service, 'eve@example.com', '--plan', 'lite');
    for (const name of ['Anvils', 'Bolts', 'Chains', 'Drills'])
      ids.set(name, await service.publish('a\n1\n', '--owner', owner, '--name', name));
    const { db } = service.database;
    const { account_id } = await db
      .selectFrom('endpoints')
      .select('account_id')
      .where('id', '=', idOf('Bolts'))
      .executeTakeFirstOrThrow();
    const connection = randomId();
    await db
      .insertInto('connections')
      .values({
        id: connection,
        account_id,
        platform: 'airtable',
        state: 'revoked',
        version: 1,
        created_at: 1,
      })
      .execute();
    await db
      .updateTable('endpoints')
      .set({ source: 'airtable', connection_id: connection, type: 'xml' })
      .where('id', '=', idOf('Bolts'))
      .execute();
    await db
      .insertInto('endpoint_outcomes')
      .values({
        endpoint_id: idOf('Chains'),
        at: 1,
        state: 'failing',
        error: 'sourceUnavailable',
        since: 1,
        failures: 3,
      })
      .execute();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const list = async (query: string) =>
    listed.parse(await (await ann.call('GET', `/api/endpoints?${query}`)).json());
  const names = async (query: string) => (await list(query)).endpoints.map(({ name }) => name);
  const post = (path: string, body: unknown, session = ann) => session.call('POST', path, body);

  it('is sorted by every column, both ways', async () => {
    const all = ['Anvils', 'Bolts', 'Chains', 'Drills'];
    expect(await names('sort=name')).toEqual(all);
    expect(await names('sort=name&direction=desc')).toEqual(all.toReversed());
    expect((await names('sort=source'))[0]).toBe('Bolts');
    expect((await names('sort=format')).at(-1)).toBe('Bolts');
    expect((await names('sort=state')).slice(0, 2)).toEqual(['Bolts', 'Chains']);
    expect((await names('sort=state&direction=desc')).slice(0, 2)).toEqual(['Anvils', 'Drills']);
    expect(await names('sort=created&direction=asc')).toEqual(all);
    for (const sort of ['hits', 'last%20hit']) expect(await names(`sort=${sort}`)).toHaveLength(4);
    expect((await ann.call('GET', '/api/endpoints?sort=nothing')).status).toBe(400);
  });

  it('is filtered by source and by the state that it shows', async () => {
    expect(await names('source=airtable')).toEqual(['Bolts']);
    expect(await names('source=nothing')).toEqual([]);
    for (const state of ['working', 'connection stopped', 'failing', 'source changed']) {
      const { endpoints } = await list(`state=${encodeURIComponent(state)}`);
      expect(endpoints.every((each) => each.state === state)).toBe(true);
    }
    expect(await list('state=failing&sort=name')).toMatchObject({
      endpoints: [{ name: 'Chains' }],
      total: 1,
    });
    expect(await names('state=connection%20stopped')).toEqual(['Bolts']);
    expect(await names('state=working&sort=name')).toEqual(['Anvils', 'Drills']);
    await service.command('account', 'set', owner, '--credits', '0');
    expect(await names('state=working')).toEqual([]);
    await service.command('account', 'set', owner, '--credits', '20');
  });

  it('is filtered by tags, which several get at once; a tag of another account finds nothing', async () => {
    const both = [idOf('Anvils'), idOf('Bolts')];
    expect(
      (await post('/api/endpoints/tags', { ids: both, add: ['Sales', 'sales', "O'Hara <b>"] })).status,
    ).toBe(200);
    expect(await names('tag=SALES&sort=name')).toEqual(['Anvils', 'Bolts']);
    expect((await list('tag=sales&sort=name')).endpoints[0]?.tags).toEqual(["O'Hara <b>", 'Sales']);
    expect(await (await ann.call('GET', '/api/tags')).json()).toEqual({
      tags: [
        { tag: "O'Hara <b>", endpoints: 2 },
        { tag: 'Sales', endpoints: 2 },
      ],
    });
    expect(await (await eve.call('GET', '/api/tags')).json()).toEqual({ tags: [] });
    expect(await (await eve.call('GET', '/api/endpoints?tag=Sales')).json()).toMatchObject({ total: 0 });
    await post('/api/endpoints/tags', { ids: [idOf('Bolts')], remove: ['SALES'] });
    expect(await names('tag=sales')).toEqual(['Anvils']);
    const changed = await ann.call('PATCH', `/api/endpoints/${idOf('Anvils')}`, { tags: ['Other'] });
    expect(await changed.json()).toMatchObject({ tags: ['Other'] });
    expect(
      await service.command('endpoint', 'set', idOf('Anvils'), '--tag', 'Cli', '--untag', 'other'),
    ).toMatchObject({ tags: ['Cli'] });
  });

  it('refuses a tag that is too long, and more than twenty on one endpoint', async () => {
    const tagged = (add: readonly string[]) => post('/api/endpoints/tags', { ids: [idOf('Drills')], add });
    expect((await tagged(['x'.repeat(51)])).status).toBe(400);
    const many = Array.from({ length: 20 }, (_, at) => `tag ${at}`);
    expect((await tagged(many)).status).toBe(200);
    const refused = await tagged(['one more']);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      data: 'An endpoint has at most 20 tags. Remove one first.',
    });
    expect((await list('tag=one%20more')).total).toBe(0);
  });

  it('deletes several at once, all or none, and the bin gives them back with their tags', async () => {
    const stranger = await service.publish('a\n1\n', '--owner', 'eve@example.com');
    const wanted = [idOf('Anvils'), idOf('Drills')];
    expect((await post('/api/endpoints/delete', { ids: [...wanted, stranger] })).status).toBe(404);
    expect((await list('')).total).toBe(4);
    expect((await post('/api/endpoints/delete', { ids: [] })).status).toBe(400);
    expect((await post('/api/endpoints/delete', { ids: wanted })).status).toBe(200);
    expect(await names('sort=name')).toEqual(['Bolts', 'Chains']);
    for (const id of wanted) expect((await post(`/api/bin/${id}/restore`, undefined)).status).toBe(200);
    expect((await list('tag=cli')).total).toBe(1);
    const entries = await service.database.db
      .selectFrom('audit_entries')
      .select('target')
      .where('action', '=', 'endpoint.deleted')
      .execute();
    expect(entries).toHaveLength(2);
  });
});
