/** How many accounts were made on each day, for who runs the service. */
import { sql } from 'kysely';
import { dayMs } from '../base/durations.ts';
import { dayOf } from '../base/utc-day.ts';
import type { Db } from '../storage/database/database.ts';

/** By the day, `YYYY-MM-DD` in UTC; days without one are left out. */
export async function signUpsSince(db: Db, since: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('accounts')
    .select(sql<number | string>`created_at / ${sql.lit(dayMs)}`.as('day'))
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('created_at', '>=', since)
    .groupBy(sql`1`)
    .execute();
  return new Map(rows.map(({ day, count }) => [dayOf(Math.floor(Number(day)) * dayMs), Number(count)]));
}
