/** What waits to be done: mails and runs of schedules, and since when the oldest is due. */
import type { Db } from './database/database.ts';

export interface Waiting {
  readonly count: number;
  /** Null: none. */
  readonly oldestDue: number | null;
}

export async function waitingMails(db: Db, at: number): Promise<Waiting> {
  const row = await db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min('due_at').as('oldest')])
    .where('due_at', '<=', at)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), oldestDue: row.oldest === null ? null : Number(row.oldest) };
}

export async function dueJobs(db: Db, at: number): Promise<Waiting> {
  const row = await db
    .selectFrom('jobs')
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min('next_run_at').as('oldest')])
    .where('next_run_at', '<=', at)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), oldestDue: row.oldest === null ? null : Number(row.oldest) };
}
