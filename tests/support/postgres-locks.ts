/** For races on PostgreSQL that a test decides: until something waits for a lock that the test holds. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestService } from './service.ts';

export async function untilSomethingWaits({ database }: TestService): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(database.db);
    return rows[0]?.waiting ?? 0;
  };
  await expect.poll(waiting, { timeout: 20_000, interval: 10 }).toBeGreaterThan(0);
}
