/** Contract 8.1.4, a client that goes away: before the first byte it is free, after it the credit stays. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf, type CastMember, createOwner, expectLedgerWhole } from '../support/cast.ts';
import { untilSomethingWaits } from '../support/postgres-locks.ts';
import { openRequest } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { runawaySql } from '../support/slow-sql.ts';

const patience = { timeout: 60_000, interval: 25 };

describe('8 Cost of a hit whose client goes away', () => {
  let service: TestService;
  let ann: CastMember;
  let large: string;
  beforeAll(async () => {
    service = await startTestService({ environment: { SQL_TIME_LIMIT_MS: '60000' } });
    ann = await createOwner(service, 'ann@example.com', '--plan', 'pro');
    const line = `${'x'.repeat(200)}\n`;
    large = await service.publish(`text\n${line.repeat(100_000)}`, '--owner', ann.email);
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());
  const held = async (): Promise<number> => {
    const account = service.database.db.selectFrom('accounts').select('held').where('email', '=', ann.email);
    return (await account.executeTakeFirstOrThrow()).held;
  };

  it('before the first byte: no credit, no mail, and the work stops', async () => {
    const before = await balanceOf(service, ann.email);
    const began = performance.now();
    const query = `sql=${encodeURIComponent(runawaySql)}&email_me=true`;
    const socket = openRequest(service.url, `GET /${ann.endpoint}?${query}`);
    await expect.poll(held, patience).toBe(1);
    socket.destroy();
    await expect.poll(held, patience).toBe(0);
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(await balanceOf(service, ann.email)).toBe(before);
    expect(await service.database.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
    expect((await service.get(`${ann.endpoint}?sql=SELECT+1+AS+x`)).status).toBe(200);
  });

  it('ten of them at once, and the next statement does not wait for them', async () => {
    const before = await balanceOf(service, ann.email);
    const path = `/${ann.endpoint}?sql=${encodeURIComponent(runawaySql)}`;
    const sockets = Array.from({ length: 10 }, () => openRequest(service.url, `GET ${path}`));
    await expect.poll(held, patience).toBe(1);
    for (const socket of sockets) socket.destroy();
    await expect.poll(held, patience).toBe(0);
    expect(await balanceOf(service, ann.email)).toBe(before);
    expect(await (await service.get(`${ann.endpoint}?sql=SELECT+1+AS+x`)).text()).toBe('x\n1\n');
  });

  it('after the first byte: the credit stays', async () => {
    const before = (await balanceOf(service, ann.email)) ?? 0;
    const socket = openRequest(service.url, `GET /${large}`);
    await once(socket, 'data');
    socket.destroy();
    await expect.poll(() => balanceOf(service, ann.email), patience).toBe(before - 1);
    await expect.poll(held, patience).toBe(0);
  });

  it('nothing is left on disk of what clients have left', async () => {
    const path = `/${large}?sql=${encodeURIComponent('SELECT text FROM service_table')}`;
    const socket = openRequest(service.url, `GET ${path}`);
    await once(socket, 'data');
    socket.destroy();
    const [own = ''] = await readdir(join(service.folder, 'scratch'));
    const results = join(service.folder, 'scratch', own, 'sql-results');
    await expect.poll(() => readdir(results), patience).toEqual([]);
    await expect.poll(held, patience).toBe(0);
  });
});

/** Held up by a lock on the endpoint: by the time its data is ready, and nothing was interrupted, the client has gone. */
describe('8 Cost of a hit whose client goes away while the answer is made', () => {
  it.each(['', '&sql=SELECT+1+AS+x'])('no credit and no mail: %j', async (parameters) => {
    await using service = await startTestService({ engine: 'postgres' });
    const { email, endpoint } = await createOwner(service, 'ann@example.com', '--plan', 'lite');
    await service.database.db.transaction().execute(async (transaction) => {
      await sql`lock table endpoints in access exclusive mode`.execute(transaction);
      const socket = openRequest(service.url, `GET /${endpoint}?email_me=true${parameters}`);
      await untilSomethingWaits(service);
      socket.destroy();
      await once(socket, 'close');
      await service.get('');
    });
    for (let hit = 0; hit < 3; hit++) expect((await service.get(endpoint)).status).toBe(200);
    expect(await balanceOf(service, email)).toBe(20 - 3);
    expect(await service.database.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
    await expectLedgerWhole(service);
  });
});
