/**
 * What is kept of usage, and for how long: hits for USAGE_DAYS, their sums by day for two years, nothing of an endpoint
 * that was deleted. Hits are deleted in small portions, so that nobody waits long (contract 6.4.3).
 */

import type { AppContext } from '../app-context.ts';
import { dayMs } from '../base/durations.ts';
import { dayOf } from '../base/utc-day.ts';
import { monthsEarlier } from '../ledger/plans/billing-cycle.ts';
import type { Db } from '../storage/database/database.ts';
import { type StatusClass, statusClasses, statusClassNames } from '../storage/database/status-class.ts';

const monthsOfSums = 24;
/** Hits that are deleted by one statement; more only of one millisecond. */
const portion = 1_000;

export async function removeOldUsage({ database: { db }, config, now }: AppContext): Promise<void> {
  const until = now() - config.usageDays * dayMs;
  for (let last = await endOfPortion(db); last !== undefined && last < until; last = await endOfPortion(db)) {
    await db.deleteFrom('hits').where('at', '<=', last).execute();
  }
  await db.deleteFrom('hits').where('at', '<', until).execute();
  await db
    .deleteFrom('usage_days')
    .where('day', '<', dayOf(monthsEarlier(now(), monthsOfSums)))
    .execute();
}

/** The time of the last hit of the oldest portion; undefined when there are fewer. */
async function endOfPortion(db: Db): Promise<number | undefined> {
  const query = db
    .selectFrom('hits')
    .select('at')
    .orderBy('at')
    .limit(1)
    .offset(portion - 1);
  return (await query.executeTakeFirst())?.at;
}

export async function deleteHits(db: Db, endpointId: string): Promise<void> {
  for (const name of statusClassNames) await deleteHitsOfClass(db, endpointId, name);
}

async function deleteHitsOfClass(db: Db, endpointId: string, name: StatusClass): Promise<void> {
  const ownHits = db.deleteFrom('hits').where('endpoint_id', '=', endpointId).where(statusClasses[name]);
  const endOfOwn = db
    .selectFrom('hits')
    .select('at')
    .where('endpoint_id', '=', endpointId)
    .where(statusClasses[name])
    .orderBy('at')
    .limit(1)
    .offset(portion - 1);
  for (;;) {
    const last = await endOfOwn.executeTakeFirst();
    if (!last) break;
    await ownHits.where('at', '<=', last.at).execute();
  }
  await ownHits.execute();
}

export async function deleteSums(db: Db, endpointId: string): Promise<void> {
  await db.deleteFrom('usage_days').where('endpoint_id', '=', endpointId).execute();
  await db.deleteFrom('endpoint_totals').where('endpoint_id', '=', endpointId).execute();
  await db.deleteFrom('endpoint_outcomes').where('endpoint_id', '=', endpointId).execute();
}
