/** A connection to PostgreSQL that breaks while nobody uses it: the service goes on, and the log says so. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startTestService } from '../support/service.ts';

it('the pool replaces it, and the operator hears of it', async () => {
  const logLines: string[] = [];
  await using service = await startTestService({ engine: 'postgres', logLines });
  const id = await service.publish('a\n1\n');
  expect((await service.get(id)).status).toBe(200);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(service.database.db);
  await expect.poll(() => logLines.join('')).toContain('PostgreSQL connection lost');
  await expect.poll(async () => (await service.get(id)).status).toBe(200);
});

it('a transaction that could not even begin leaves no connection that refuses all that follows', async () => {
  await using service = await startTestService({ engine: 'postgres', environment: { DATABASE_POOL: '2' } });
  await service.command('account', 'create', 'ann@example.com', '--plan', 'lite');
  const id = await service.publish('a\n1\n', '--owner', 'ann@example.com');
  const { db } = service.database;
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`.execute(db);
  await sql`CREATE TRIGGER full_disk BEFORE INSERT ON transaction_marks EXECUTE FUNCTION refuse()`.execute(
    db,
  );
  const statuses = async (): Promise<number[]> =>
    (await Promise.all(Array.from({ length: 6 }, () => service.get(id)))).map(({ status }) => status);
  expect(new Set([...(await statuses()), ...(await statuses())])).toEqual(new Set([503]));
  await sql`DROP TRIGGER full_disk ON transaction_marks`.execute(db);
  expect(new Set(await statuses())).toEqual(new Set([200]));
});
