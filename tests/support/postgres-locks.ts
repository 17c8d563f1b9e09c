/** Races on PostgreSQL whose order the test decides, by a lock that it holds until something waits for it. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestService } from './service.ts';

/** So many, or more. */
export async function untilSomethingWaits({ database }: TestService, count = 1): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(database.db);
    return rows[0]?.waiting ?? 0;
  };
  await expect.poll(waiting, { interval: 10 }).toBeGreaterThanOrEqual(count);
}

/** Commits the charge of a hit once `start` waits for it; what `start` began is not over yet. */
export function chargeWhile<T>(
  service: TestService,
  email: string,
  start: () => Promise<T>,
): Promise<{ done: Promise<T> }> {
  return service.database.db.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .updateTable('accounts')
      .set((field) => ({ credits: field('credits', '-', 1) }))
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirstOrThrow();
    const entry = {
      id: 'the-hit',
      account_id: id,
      kind: 'hit',
      amount: -1,
      endpoint_id: null,
      at: 0,
    } as const;
    await transaction.insertInto('credit_entries').values(entry).execute();
    const done = start();
    await untilSomethingWaits(service);
    return { done };
  });
}
