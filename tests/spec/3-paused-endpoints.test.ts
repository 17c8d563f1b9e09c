/** Contract 3.7: a paused endpoint answers 403 at every door, costs nothing, and works at the same URLs when it is resumed. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { castTable, costOf, expectLedgerWhole } from '../support/cast.ts';
import { connect, platformOwner, startPlatformService, startPlatforms } from '../support/platform-service.ts';
import { rawRequest } from '../support/raw-http.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, sessionless, signedIn } from '../support/session.ts';
import { smallAirtable } from '../support/small-tables.ts';

const owner = 'ann@example.com';
const paused = { error: 'This URL is paused' };

describe.each(engines)('3.7 Paused endpoints on %s', (engine) => {
  let service: TestService;
  let ann: Session;
  let id: string;
  beforeAll(async () => {
    service = await startTestService({ engine });
    ann = await signedIn(service, owner, '--plan', 'standard');
  });
  beforeEach(async () => {
    id = await service.publish(castTable, '--owner', owner, '--name', 'People');
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());

  const set = (isPaused: boolean) => ann.call('PATCH', `/api/endpoints/${id}`, { isPaused });

  it('its URL, /files/ and its proxies are refused for no credit, and serve again at the same URLs', async () => {
    const proxy = (await service.command('proxy', 'create', id))['id'];
    const doors = [id, `files/${id}`, `proxy/${proxy}`, `${id}?show_wait_page=true`];
    for (const door of doors) expect((await service.get(door)).status).toBe(200);
    expect(await (await set(true)).json()).toMatchObject({ isPaused: true });
    const { cost } = await costOf(service, async () => {
      for (const door of doors) {
        const answer = await service.get(door);
        expect([answer.status, await answer.json()]).toEqual([
          403,
          { ...paused, help: expect.stringMatching(/\/errors\/endpoint-paused$/) },
        ]);
      }
      expect((await rawRequest(service.url, `HEAD /${id}`)).status).toBe(403);
    });
    expect(cost).toBe(0);
    expect(await (await set(false)).json()).toMatchObject({ isPaused: false });
    for (const door of doors) expect((await service.get(door)).status).toBe(200);
  });

  it('the token and the owner are checked first, the parameters after it', async () => {
    await service.command('endpoint', 'set', id, '--token', 'secret');
    await service.command('endpoint', 'pause', id);
    const errorOf = async (path: string, headers = {}) => (await service.get(path, headers)).json();
    const authorization = 'Bearer secret';
    expect(await errorOf(id)).toMatchObject({ error: 'Authorization header is required' });
    expect(await errorOf(`${id}?type=nonsense`, { authorization })).toMatchObject(paused);
    await service.command('account', 'set', owner, '--credits', '0');
    expect(await errorOf(id, { authorization })).toMatchObject({
      error: expect.stringContaining('Not enough credits'),
    });
    await service.command('account', 'set', owner, '--credits', '100');
  });

  it('is in the log of requests, and is neither a problem nor a mail', async () => {
    await service.command('endpoint', 'pause', id);
    await service.get(id);
    const hits = z.object({ hits: z.array(z.object({ status: z.number(), credits: z.number() })) });
    const log = async () =>
      hits.parse(await (await ann.call('GET', `/api/endpoints/${id}/hits`)).json()).hits;
    await expect.poll(log).toMatchObject([{ status: 403, credits: 0 }]);
    const { db } = service.database;
    expect(
      await db.selectFrom('endpoint_outcomes').selectAll().where('endpoint_id', '=', id).execute(),
    ).toEqual([]);
    expect(await db.selectFrom('outbox').selectAll().where('subject', 'like', '%URL%').execute()).toEqual([]);
  });

  it('its owner sees previews; its public page says that it is paused, and shows nothing of its data', async () => {
    await ann.call('PATCH', `/api/endpoints/${id}`, { isPublic: true });
    const look = (path: string) => sessionless(service).call('GET', `/api/public/${id}${path}`);
    expect((await look('/sample')).status).toBe(200);
    await set(true);
    const preview = await ann.call('POST', `/api/endpoints/${id}/preview`, { parameters: {} });
    expect(await preview.json()).toMatchObject({ total: 2 });
    expect(await (await look('')).json()).toMatchObject({ name: 'People', isPaused: true });
    for (const path of ['/sample', '/profile?column=name']) {
      const answer = await look(path);
      expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining(paused)]);
    }
  });

  it('what its owner sends is refused, too', async () => {
    await service.command('endpoint', 'pause', id);
    const send = service.command('endpoint', 'send', id, '--webhook', 'https://hooks.example/a');
    await expect(send).rejects.toThrow('This URL is paused');
  });

  it('comes back from the bin as it was: paused', async () => {
    await set(true);
    expect((await ann.call('DELETE', `/api/endpoints/${id}`)).status).toBe(200);
    expect((await service.get(id)).status).toBe(404);
    expect((await ann.call('POST', `/api/bin/${id}/restore`)).status).toBe(200);
    expect(await (await service.get(id)).json()).toMatchObject(paused);
    await service.command('endpoint', 'resume', id);
    expect((await service.get(id)).status).toBe(200);
  });
});

it('a platform is not asked for a paused endpoint', async () => {
  await using platforms = await startPlatforms();
  await using service = await startPlatformService(platforms);
  const { airtable } = platforms;
  const connection = await connect(service, 'airtable', '--token', airtable.addPersonalToken());
  const { words } = smallAirtable(airtable);
  const made = ['endpoint', 'create', platformOwner, '--connection', connection, ...words];
  const id = String((await service.command(...made))['id']);
  expect((await service.get(id)).status).toBe(200);
  await service.command('endpoint', 'pause', id);
  const { length } = airtable.api.calls;
  expect((await service.get(id)).status).toBe(403);
  expect(airtable.api.calls).toHaveLength(length);
});
