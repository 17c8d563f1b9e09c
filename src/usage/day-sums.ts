/** Hits summed by endpoint and day, for charts; pure. */
import { dayMs } from '../base/durations.ts';
import { dayOf } from '../base/utc-day.ts';
import type { UsageDayRow } from '../storage/database/schema.ts';
import type { Hit } from './hit.ts';

/** The first of so many days that end with the day of `now`. */
export function firstOfDays(now: number, days: number): string {
  return dayOf(now - (days - 1) * dayMs);
}

/** In the order of endpoint and day, so that concurrent transactions lock rows in the same order. */
export function daySums(hits: readonly Hit[]): UsageDayRow[] {
  const sums = new Map<string, UsageDayRow>();
  for (const hit of hits) {
    const key = `${hit.endpointId} ${Math.floor(hit.at / dayMs)}`;
    const sum = sums.get(key) ?? emptyDay(hit);
    sum.hits += 1;
    sum.failed += hit.status < 400 ? 0 : 1;
    sum.credits += hit.credits;
    sum.rows += hit.rows ?? 0;
    sum.bytes += hit.bytes;
    sum.ms += hit.ms;
    sums.set(key, sum);
  }
  return [...sums.values()].sort(byEndpointAndDay);
}

function emptyDay({ endpointId, at }: Hit): UsageDayRow {
  return {
    endpoint_id: endpointId,
    day: dayOf(at),
    hits: 0,
    failed: 0,
    credits: 0,
    rows: 0,
    bytes: 0,
    ms: 0,
  };
}

function byEndpointAndDay(a: UsageDayRow, b: UsageDayRow): number {
  if (a.endpoint_id !== b.endpoint_id) return a.endpoint_id < b.endpoint_id ? -1 : 1;
  return a.day < b.day ? -1 : 1;
}
