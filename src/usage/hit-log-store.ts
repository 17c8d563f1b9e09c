/**
 * The log of an endpoint's hits, newest first, all or those of one class, page by page. A page ends between two
 * milliseconds, so that the time of its last hit is enough to go on from.
 */
import type { Db } from '../storage/database/database.ts';
import type { HitRow } from '../storage/database/schema.ts';
import { type StatusClass, statusClasses, statusClassNames } from '../storage/database/status-class.ts';
import type { Hit } from './hit.ts';

interface WantedHits {
  /** Undefined: all. */
  readonly statusClass?: StatusClass | undefined;
  /** Only earlier ones. */
  readonly before?: number | undefined;
  /** More only of one millisecond. */
  readonly pageSize: number;
}

interface HitLogPage {
  readonly hits: readonly Omit<Hit, 'endpointId'>[];
  /** Where the next page begins; null at the end. */
  readonly before: number | null;
}

/** Of one millisecond. */
const maxAtOnce = 1_000;

export async function hitLog(db: Db, endpointId: string, wanted: WantedHits): Promise<HitLogPage> {
  const { statusClass, before = Number.MAX_SAFE_INTEGER, pageSize } = wanted;
  const classes = statusClass === undefined ? statusClassNames : [statusClass];
  const found = await newest(db, endpointId, classes, before, pageSize + 1);
  const last = found[pageSize - 1];
  const hasMore = found.length > pageSize && last !== undefined;
  if (!hasMore) return { hits: found.map(toHit), before: null };
  const page = found.filter(({ at }) => at > last.at);
  const ofLast = await newest(db, endpointId, classes, last.at + 1, maxAtOnce, last.at);
  return { hits: [...page, ...ofLast].map(toHit), before: last.at };
}

/** Each class by its own index, then together. */
async function newest(
  db: Db,
  endpointId: string,
  classes: readonly StatusClass[],
  before: number,
  most: number,
  from = 0,
): Promise<HitRow[]> {
  const rows: HitRow[] = [];
  for (const name of classes) {
    rows.push(...(await newestOfClass(db, endpointId, name, before, most, from)));
  }
  return rows.sort((a, b) => b.at - a.at).slice(0, most);
}

function newestOfClass(
  db: Db,
  endpointId: string,
  name: StatusClass,
  before: number,
  most: number,
  from: number,
): Promise<HitRow[]> {
  return db
    .selectFrom('hits')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where(statusClasses[name])
    .where('at', '<', before)
    .where('at', '>=', from)
    .orderBy('at', 'desc')
    .limit(most)
    .execute();
}

function toHit({ user_agent: userAgent, endpoint_id: _, ...row }: HitRow): Omit<Hit, 'endpointId'> {
  return { ...row, userAgent };
}
