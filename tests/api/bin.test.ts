/** The bin: whatever is deleted can be brought back as it was for seven days, and is gone after that. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openContext } from '../../src/app-context.ts';
import { digest } from '../../src/base/digest.ts';
import { dayMs } from '../../src/base/durations.ts';
import { removeOldDeleted } from '../../src/bin/remove-deleted.ts';
import { readConfig } from '../../src/config/config.ts';
import { removeRetiredUploads } from '../../src/endpoints/unneeded-uploads.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

const owner = 'ann@example.com';
const csv = 'name,price\nwidget,10\n';
const bin = z.object({
  deleted: z.array(z.object({ id: z.string(), kind: z.string(), name: z.string() })),
  total: z.number(),
});

describe.each(engines)('the bin on %s', (engine) => {
  let service: TestService;
  let ann: Session;

  beforeEach(async () => {
    service = await startTestService({
      engine,
      environment: { PLAN_ENDPOINTS: 'lite=2', PLAN_STORAGE_MB: 'lite=1' },
    });
    ann = await signedIn(service, owner, '--plan', 'lite');
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const publish = (name = 'Orders'): Promise<string> =>
    service.publish(csv, '--owner', owner, '--name', name);
  const remove = (path: string) => ann.call('DELETE', path);
  const restore = (id: string) => ann.call('POST', `/api/bin/${id}/restore`);
  const listed = async () => bin.parse(await (await ann.call('GET', '/api/bin')).json());
  const schedule = async (endpoint: string, name: string): Promise<string> => {
    const timing = ['--cadence', 'daily', '--at', '07:00', '--zone', 'UTC'];
    const made = await service.command(
      ...['schedule', 'create', owner, '--endpoint', endpoint, '--name', name, ...timing],
    );
    return String(made['id']);
  };

  it('gives an endpoint back with its URL, file, proxies, schedules, tags and usage', async () => {
    const id = await publish();
    const { url } = z.object({ url: z.string() }).parse(await service.command('proxy', 'create', id));
    const job = await schedule(id, 'Mornings');
    const proxyPath = new URL(url).pathname.slice(1);
    expect((await service.get(id)).status).toBe(200);
    expect((await remove(`/api/endpoints/${id}`)).status).toBe(200);
    expect((await service.get(id)).status).toBe(404);
    expect((await service.get(proxyPath)).status).toBe(404);
    expect((await ann.call('GET', `/api/schedules/${job}`)).status).toBe(404);
    expect(await listed()).toMatchObject({ deleted: [{ id, kind: 'endpoint', name: 'Orders' }], total: 1 });
    const answer = await restore(id);
    expect(await answer.json()).toEqual({ id, kind: 'endpoint', name: 'Orders', note: null });
    expect(await (await service.get(id)).text()).toBe(csv);
    expect((await service.get(proxyPath)).status).toBe(200);
    const back = await (await ann.call('GET', `/api/schedules/${job}`)).json();
    expect(back).toMatchObject({ name: 'Mornings', state: 'active' });
    expect(await listed()).toMatchObject({ deleted: [], total: 0 });
    expect((await restore(id)).status).toBe(404);
  });

  it('gives a proxy and a schedule back by themselves, but not without their endpoint', async () => {
    const id = await publish();
    const { id: proxy } = await service.command('proxy', 'create', id);
    const job = await schedule(id, 'Mornings');
    const ofProxy = digest('proxy', String(proxy));
    await remove(`/api/proxies/${ofProxy}`);
    await remove(`/api/schedules/${job}`);
    expect((await listed()).deleted.map(({ kind }) => kind).sort()).toEqual(['proxy', 'schedule']);
    await remove(`/api/endpoints/${id}`);
    for (const each of [ofProxy, job]) {
      const refused = await restore(each);
      expect(refused.status).toBe(409);
      expect(await refused.json()).toMatchObject({
        data: 'Its endpoint Orders is in the bin. Restore the endpoint first.',
      });
    }
    for (const each of [id, ofProxy, job]) expect((await restore(each)).status).toBe(200);
    expect((await service.get(`proxy/${String(proxy)}`)).status).toBe(200);
  });

  it('tells when the name was taken meanwhile, and keeps both', async () => {
    const id = await publish();
    await remove(`/api/endpoints/${id}`);
    await publish('ORDERS');
    expect(await (await restore(id)).json()).toMatchObject({
      note: 'Another endpoint is called Orders, too. Rename one of them in its settings.',
    });
    expect((await service.get(id)).status).toBe(200);
  });

  it('keeps what the plan has no room for, and says so', async () => {
    const id = await publish();
    await remove(`/api/endpoints/${id}`);
    for (const name of ['Second', 'Third']) await publish(name);
    const refused = await restore(id);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: 'Your plan allows 2 endpoints, and 2 are used. Delete an endpoint or choose a larger plan.',
    });
    expect((await listed()).total).toBe(1);
  });

  it('takes no more than the plan stores: the oldest files go first', async () => {
    const large = `name,text\n${'widget,0123456789012345678901234567890123456789\n'.repeat(5_000)}`;
    const ids: string[] = [];
    for (let each = 0; each < 3; each++) {
      const id = await service.publish(large, '--owner', owner, '--name', `Large ${each}`);
      ids.push(id);
      await remove(`/api/endpoints/${id}`);
      service.clock.ahead += 1_000;
    }
    expect((await listed()).deleted.map(({ id }) => id)).toEqual([ids[2]]);
  });

  it('is emptied after seven days: URL and file are gone for good', async () => {
    const id = await publish();
    await remove(`/api/endpoints/${id}`);
    const files = async () => (await readdir(join(service.folder, 'uploads'))).length;
    let ahead = 6.9 * dayMs;
    const now = (): number => Date.now() + ahead;
    const context = await openContext(readConfig(service.environment), pino({ level: 'silent' }), now);
    await removeOldDeleted(context);
    await removeRetiredUploads(context);
    expect([(await listed()).total, await files()]).toEqual([1, 1]);
    ahead = 7.1 * dayMs;
    await removeOldDeleted(context);
    await removeRetiredUploads(context);
    await context.database.close();
    expect([(await listed()).total, await files()]).toEqual([0, 0]);
    expect((await restore(id)).status).toBe(404);
  });

  it('is emptied by hand, and is nobody else’s', async () => {
    const id = await publish();
    await remove(`/api/endpoints/${id}`);
    const eve = await signedIn(service, 'eve@example.com');
    expect((await eve.call('POST', `/api/bin/${id}/restore`)).status).toBe(404);
    expect((await eve.call('DELETE', `/api/bin/${id}`)).status).toBe(404);
    expect((await remove(`/api/bin/${id}`)).status).toBe(200);
    expect((await restore(id)).status).toBe(404);
  });

  it('is at the command line, too', async () => {
    const id = await publish();
    const { id: proxy } = await service.command('proxy', 'create', id);
    const hint = String(proxy).slice(0, 6);
    const job = await schedule(id, 'Mornings');
    await service.command('proxy', 'delete', hint);
    await service.command('schedule', 'delete', job);
    expect(await service.command('proxy', 'list', id, '--deleted')).toMatchObject({ deleted: [{ hint }] });
    expect(await service.command('schedule', 'list', owner, '--deleted')).toMatchObject({
      deleted: [{ id: job, name: 'Mornings' }],
    });
    await service.command('endpoint', 'delete', id);
    expect(await service.command('endpoint', 'list', owner, '--deleted')).toMatchObject({
      deleted: [{ id, name: 'Orders' }],
    });
    await service.command('endpoint', 'restore', id);
    expect(await service.command('schedule', 'restore', job)).toMatchObject({ restored: true });
    expect(await service.command('proxy', 'restore', String(proxy))).toMatchObject({ restored: true });
    expect((await service.get(`proxy/${String(proxy)}`)).status).toBe(200);
  });
});
