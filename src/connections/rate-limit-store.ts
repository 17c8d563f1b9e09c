/**
 * When the next call to a platform may leave (contract 8.4.1), decided in the database for all requests, jobs and
 * replicas together. A limit of n calls in t has n slots. A call leaves in a free slot: one whose last call arrived at
 * least t ago, which was at the latest when its response came. Until then its slot is taken, however long the response
 * takes. So no t, wherever it begins, sees more than n calls.
 */

import { sql } from 'kysely';
import { dayMs } from '../base/durations.ts';
import type { RateLimit } from '../platform/platform.ts';
import type { Database } from '../storage/database/database.ts';

/** The longest that a call may take; the slot of a process that ended during a call is taken for as long. */
export const maxCallMs = 60_000;

interface Slot {
  readonly slot: number;
  /** When its call arrived, by the database's clock; while it is on its way, when it arrives at the latest. */
  readonly at: number;
}

export interface TakenSlot extends Slot {
  readonly limit: RateLimit;
}

/**
 * A slot of each limit, or of none: in one statement, so that who lacks one holds no other. Undefined when one of them
 * has none free.
 */
export async function takeSlots(
  { db, engine }: Database,
  limits: readonly RateLimit[],
): Promise<TakenSlot[] | undefined> {
  const { now, skipLocked } = engine;
  const name = (at: number) => sql.ref(`free_${at}`);
  const free = limits.map(
    ({ key, perMs }, at) => sql`${name(at)} as materialized (
      select slot from rate_limit_slots where limit_key = ${key} and at <= ${now} - ${perMs}
      order by at, slot limit 1 ${skipLocked})`,
  );
  const hasAll = limits.map((_, at) => sql`exists (select 1 from ${name(at)})`);
  const isOne = limits.map(
    ({ key }, at) => sql`(limit_key = ${key} and slot = (select slot from ${name(at)}))`,
  );
  const { rows } = await sql<Slot & { readonly limit_key: string }>`
    with ${sql.join(free)}
    update rate_limit_slots set at = ${now} + ${maxCallMs}
    where ${sql.join(hasAll, sql` and `)} and (${sql.join(isOne, sql` or `)})
    returning limit_key, slot, at`.execute(db);
  const taken = limits.flatMap((limit) =>
    rows.filter(({ limit_key }) => limit_key === limit.key).map(({ slot, at }) => ({ limit, slot, at })),
  );
  return taken.length > 0 ? taken : undefined;
}

/** Milliseconds until each limit has one free; undefined of a limit that has no slots yet. */
export async function timesToSlots(
  { db, engine }: Database,
  limits: readonly RateLimit[],
): Promise<(number | undefined)[]> {
  const keys = limits.map(({ key }) => key);
  const rows = await db
    .selectFrom('rate_limit_slots')
    .select('limit_key')
    .select(sql<number>`min(at) - ${engine.now}`.as('ms'))
    .where('limit_key', 'in', keys)
    .groupBy('limit_key')
    .execute();
  return limits.map(({ key, perMs }) => {
    const row = rows.find(({ limit_key }) => limit_key === key);
    return row && Number(row.ms) + perMs;
  });
}

/**
 * The response came: by now the call has arrived, or `lateMs` from now at the latest. Slots that were closed or taken
 * again meanwhile stay so.
 */
export async function stampArrived(
  database: Database,
  taken: readonly TakenSlot[],
  lateMs = 0,
): Promise<void> {
  await setTime(database, taken, sql<number>`${database.engine.now} + ${lateMs}`);
}

/** No call left in them. */
export async function freeSlots(database: Database, taken: readonly TakenSlot[]): Promise<void> {
  await setTime(database, taken, sql<number>`0`);
}

async function setTime(
  { db }: Database,
  taken: readonly TakenSlot[],
  at: Database['engine']['now'],
): Promise<void> {
  if (taken.length === 0) return;
  await db
    .updateTable('rate_limit_slots')
    .set({ at })
    .where((where) =>
      where.or(taken.map(({ limit, slot, at }) => where.and({ limit_key: limit.key, slot, at }))),
    )
    .execute();
}

export async function createSlots({ db }: Database, { key, calls }: RateLimit): Promise<void> {
  const rows = Array.from({ length: calls }, (_, slot) => ({ limit_key: key, slot, at: 0 }));
  const added = db.insertInto('rate_limit_slots').values(rows);
  await added.onConflict((conflict) => conflict.doNothing()).execute();
}

/** The platform has said that it takes no call for so long: nobody sends one. */
export async function closeSlots(
  { db, engine }: Database,
  { key, perMs }: RateLimit,
  forMs: number,
): Promise<void> {
  const closed = sql<number>`${engine.now} + ${forMs - perMs}`;
  // A slot whose call is on its way gets another time too, so that its response does not open it.
  const at = sql<number>`case when at < ${closed} then ${closed} else at + 1 end`;
  await db.updateTable('rate_limit_slots').set({ at }).where('limit_key', '=', key).execute();
}

/** Limits that no call has counted against for a day. */
export async function removeIdleSlots({ db, engine }: Database): Promise<void> {
  await db
    .deleteFrom('rate_limit_slots')
    .where('limit_key', 'in', (query) =>
      query
        .selectFrom('rate_limit_slots')
        .select('limit_key')
        .groupBy('limit_key')
        .having((field) => field.fn.max('at'), '<', sql<number>`${engine.now} - ${dayMs}`),
    )
    .execute();
}
