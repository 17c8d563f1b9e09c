/**
 * When the next call to a platform may leave (section 8), decided in the database for all requests, jobs and
 * replicas together. An allowance of n calls in t has n slots. A call leaves in a slot that is free: t has passed
 * since its last call arrived, which was at the latest when it was answered. So no t, wherever it begins, sees
 * more than n calls.
 */
import { sql } from 'kysely';
import type { RateLimit } from '../platform.ts';
import type { Database } from '../storage/database.ts';

export interface Slot {
  readonly slot: number;
  /** When its call has left or was answered, by the database's clock. */
  readonly at: number;
}

export interface TakenSlot extends Slot {
  readonly allowance: RateLimit;
}

/** Undefined when none is free. */
export async function takeSlot(database: Database, { key, perMs }: RateLimit): Promise<Slot | undefined> {
  const { now, skipLocked } = database.engine;
  const free = sql`(
    select slot from pace_slots where allowance = ${key} and at + ${perMs} <= ${now}
    order by at, slot limit 1 ${skipLocked})`;
  const { rows } = await sql<Slot>`
    update pace_slots set at = ${now} where allowance = ${key} and slot = ${free}
    returning slot, at`.execute(database.db);
  return rows[0];
}

/** Milliseconds until one is free; undefined when there are no slots yet. */
export async function timeToSlot(
  { db, engine }: Database,
  { key, perMs }: RateLimit,
): Promise<number | undefined> {
  const { ms } = await db
    .selectFrom('pace_slots')
    .select(sql<number | null>`min(at) + ${perMs} - ${engine.now}`.as('ms'))
    .where('allowance', '=', key)
    .executeTakeFirstOrThrow();
  return ms === null ? undefined : Number(ms);
}

/** The call was answered: by now it has arrived. What has been closed or given on meanwhile stays so. */
export async function stampAnswered({ db, engine }: Database, taken: readonly TakenSlot[]): Promise<void> {
  if (taken.length === 0) return;
  await db
    .updateTable('pace_slots')
    .set({ at: engine.now })
    .where((where) =>
      where.or(taken.map(({ allowance, slot, at }) => where.and({ allowance: allowance.key, slot, at }))),
    )
    .execute();
}

export async function createSlots({ db }: Database, { key, calls }: RateLimit): Promise<void> {
  const rows = Array.from({ length: calls }, (_, slot) => ({ allowance: key, slot, at: 0 }));
  const added = db.insertInto('pace_slots').values(rows);
  await added.onConflict((conflict) => conflict.doNothing()).execute();
}

/** The platform has said that it takes no call for so long: nobody sends one. */
export async function closeSlots(
  { db, engine }: Database,
  { key, perMs }: RateLimit,
  forMs: number,
): Promise<void> {
  const at = sql<number>`${engine.now} + ${forMs - perMs}`;
  await db.updateTable('pace_slots').set({ at }).where('allowance', '=', key).where('at', '<', at).execute();
}

/** Allowances that nobody has used for a day. */
export async function removeIdleSlots({ db, engine }: Database): Promise<void> {
  const dayMs = 24 * 60 * 60 * 1_000;
  await db
    .deleteFrom('pace_slots')
    .where('allowance', 'in', (query) =>
      query
        .selectFrom('pace_slots')
        .select('allowance')
        .groupBy('allowance')
        .having((field) => field.fn.max('at'), '<', sql<number>`${engine.now} - ${dayMs}`),
    )
    .execute();
}
