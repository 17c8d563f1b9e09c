/** Pausing and resuming through the dashboard's interface and the command line: one and several, state, audit log. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

const owner = 'ann@example.com';
const listed = z.object({
  endpoints: z.array(
    z.object({ id: z.string(), name: z.string(), state: z.string(), isPaused: z.boolean() }),
  ),
});
const changed = z.object({ ids: z.array(z.string()) });

describe.each(engines)('pausing on %s', (engine) => {
  let service: TestService;
  let ann: Session;
  const ids: string[] = [];
  beforeAll(async () => {
    service = await startTestService({ engine });
    ann = await signedIn(service, owner, '--plan', 'lite');
    for (const name of ['Anvils', 'Bolts', 'Chains'])
      ids.push(await service.publish('a\n1\n', '--owner', owner, '--name', name));
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const set = (wanted: readonly string[], isPaused: boolean) =>
    ann.call('POST', '/api/endpoints/pause', { ids: wanted, isPaused });
  const names = async (query: string) => {
    const answer = await ann.call('GET', `/api/endpoints?sort=name&${query}`);
    return listed.parse(await answer.json()).endpoints.map(({ name }) => name);
  };
  const actions = async () => {
    const entries = service.database.db.selectFrom('audit_entries').select(['action', 'target', 'actor']);
    return entries.where('action', 'in', ['endpoint.paused', 'endpoint.resumed']).orderBy('id').execute();
  };

  it('takes several, all or none, and tells which it has changed', async () => {
    const [anvils = '', bolts = ''] = ids;
    const stranger = await service.publish('a\n1\n');
    expect((await set([anvils, stranger], true)).status).toBe(404);
    expect((await set([], true)).status).toBe(400);
    expect(await names('state=paused')).toEqual([]);
    expect(changed.parse(await (await set([anvils], true)).json()).ids).toEqual([anvils]);
    expect(changed.parse(await (await set([anvils, bolts, bolts], true)).json()).ids).toEqual([bolts]);
    expect(await names('state=paused')).toEqual(['Anvils', 'Bolts']);
    expect(await names('state=working')).toEqual(['Chains']);
    expect((await service.get(bolts)).status).toBe(403);
    expect(await actions()).toEqual([
      { action: 'endpoint.paused', target: 'Anvils', actor: owner },
      { action: 'endpoint.paused', target: 'Bolts', actor: owner },
    ]);
    expect((await set([anvils, bolts], false)).status).toBe(200);
    expect((await service.get(bolts)).status).toBe(200);
    const resumed = (await actions()).slice(2);
    expect(resumed.map(({ action, target }) => `${action} ${target}`).sort()).toEqual([
      'endpoint.resumed Anvils',
      'endpoint.resumed Bolts',
    ]);
  });

  it('one is paused among its settings, and by the command line; every place says it, since when', async () => {
    const [anvils = ''] = ids;
    const before = (await actions()).length;
    const path = `/api/endpoints/${anvils}`;
    const one = await ann.call('PATCH', path, { isPaused: true });
    const told = {
      state: 'paused',
      problem: {
        label: 'Paused',
        title: 'This endpoint is paused',
        since: expect.any(String),
        repair: { place: 'resume', label: 'Resume' },
      },
    };
    expect(await one.json()).toMatchObject(told);
    const again = await ann.call('PATCH', path, { isPaused: true, description: 'of iron' });
    const since = z.object({ problem: z.object({ since: z.string() }) });
    const { problem } = since.parse(await again.json());
    expect(await service.command('endpoint', 'pause', anvils)).toMatchObject({
      state: 'paused',
      problem: expect.stringContaining('This endpoint is paused.'),
      since: problem.since,
    });
    expect(await service.command('endpoint', 'show', anvils)).toMatchObject({ state: 'paused' });
    const { endpoints } = await service.command('endpoint', 'list', owner);
    expect(endpoints).toContainEqual(expect.objectContaining({ id: anvils, state: 'paused' }));
    expect(await service.command('endpoint', 'resume', anvils)).toMatchObject({ state: 'working' });
    expect((await actions()).slice(before).map(({ action, actor }) => [action, actor])).toEqual([
      ['endpoint.paused', owner],
      ['endpoint.paused', owner],
      ['endpoint.paused', 'command line'],
      ['endpoint.resumed', 'command line'],
    ]);
  });

  it('the account comes first: what refuses it is the state, and the list still knows who is paused', async () => {
    const [, bolts = ''] = ids;
    await set([bolts], true);
    await service.command('account', 'set', owner, '--credits', '0');
    const list = listed.parse(await (await ann.call('GET', '/api/endpoints?search=Bolts')).json());
    expect(list.endpoints).toMatchObject([{ state: 'credit balance zero', isPaused: true }]);
    await service.command('account', 'set', owner, '--credits', '20');
    const one = await ann.call('GET', `/api/endpoints/${bolts}`);
    expect(await one.json()).toMatchObject({ state: 'paused' });
  });
});
