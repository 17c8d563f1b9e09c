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
  await expect.poll(() => logLines.join('')).toContain('a connection to PostgreSQL broke off');
  await expect.poll(async () => (await service.get(id)).status).toBe(200);
});
