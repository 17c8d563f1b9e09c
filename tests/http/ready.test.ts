/** GET /ready: whether this process should get requests; GET / stays the health check of 4.1. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createPostgresDatabase, engines, startTestService, type TestService } from '../support/service.ts';
import { startRelay } from '../support/tcp-relay.ts';

async function ready(service: TestService): Promise<readonly [number, unknown, string | null]> {
  const answer = await service.get('ready');
  return [answer.status, await answer.json(), answer.headers.get('retry-after')];
}

const notReady = [503, { status: 'not ready', reason: 'The database does not answer.' }, '5'];

describe('GET /ready', () => {
  it.each(engines)('answers 200 while the database answers: %s', async (engine) => {
    await using service = await startTestService({ engine });
    expect(await ready(service)).toEqual([200, { status: 'ready' }, null]);
    expect((await fetch(`${service.url}/ready`, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${service.url}/ready`, { method: 'POST' })).status).toBe(405);
  });

  it('is not logged at level info while all is well', async () => {
    const logLines: string[] = [];
    await using service = await startTestService({ logLines });
    await ready(service);
    await service.get('');
    await expect.poll(() => logLines.filter((line) => line.includes('"request completed"'))).toHaveLength(2);
    const levels = logLines.flatMap((line) => /"level":(\d+).*"route":"\/ready"/.exec(line)?.[1] ?? []);
    expect(levels).toEqual(['20']);
  });

  it('answers 503 without a database, and 200 when it is back; the health check is 200 throughout', async () => {
    const url = new URL(await createPostgresDatabase());
    await using relay = await startRelay({ host: url.hostname, port: Number(url.port) });
    url.hostname = '127.0.0.1';
    url.port = String(relay.port);
    await using service = await startTestService({ environment: { DATABASE_URL: url.href } });
    const id = await service.publish('a\n1\n');
    await relay.cut();
    await expect.poll(() => ready(service)).toEqual(notReady);
    expect((await service.get('')).status).toBe(200);
    const refused = await service.get(id);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await refused.json()).toMatchObject({
      error: 'The service cannot reach its own data right now. No credit was used.',
      help: expect.stringContaining('/docs/errors/state-unavailable'),
    });
    await relay.mend();
    await expect.poll(() => ready(service)).toEqual([200, { status: 'ready' }, null]);
    expect((await service.get(id)).status).toBe(200);
  });

  it('asks the database one question at a time, for all who ask, and does not wait for it', async () => {
    await using service = await startTestService({ engine: 'postgres' });
    await service.database.db.transaction().execute(async (db) => {
      await sql`lock table schema_version in access exclusive mode`.execute(db);
      const answers = Promise.all(Array.from({ length: 50 }, () => ready(service)));
      const waiting = async (): Promise<number> => {
        const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows[0]?.count ?? 0;
      };
      await expect.poll(waiting).toBe(1);
      const statuses = (await answers).map(([status]) => status);
      expect(new Set(statuses)).toEqual(new Set([503]));
    });
    await expect.poll(() => ready(service)).toEqual([200, { status: 'ready' }, null]);
  });
});
