/**
 * The clock on the wall of a time zone, from 1970 to 2100: every stretch between two clock changes with its offset
 * from UTC, looked up once, because the next run is asked for often (contract 1.7.5).
 */

import { LRUCache } from 'lru-cache';
import { minuteMs } from '../base/durations.ts';

/** Milliseconds since 1970 throughout; a local time is written as if it were UTC. */
interface ZoneClock {
  localTime(at: number): number;
  /** When the clock first shows it; if the clock never does, the first whole minute that it shows after it. */
  firstTime(local: number): number;
}

interface Stretch {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

const firstYear = 1970;
const lastYear = 2100;
/** No zone has been further from UTC. */
const largestOffset = 26 * 60 * minuteMs;

/** There are about 600 names. */
const clocks = new LRUCache<string, ZoneClock>({ max: 1_000 });

export function zoneClock(zone: string): ZoneClock {
  const clock = clocks.get(zone) ?? clockOf(stretchesOf(zone));
  clocks.set(zone, clock);
  return clock;
}

function clockOf(stretches: readonly Stretch[]): ZoneClock {
  return {
    localTime: (at) => at + (stretches[indexAt(stretches, at)]?.offset ?? 0),
    firstTime: (local) => {
      for (let index = indexAt(stretches, local - largestOffset); ; index++) {
        const stretch = stretches[index];
        if (!stretch) return local;
        const { from, until, offset } = stretch;
        if (local - offset < from) return Math.ceil((from + offset) / minuteMs) * minuteMs - offset;
        if (local - offset < until) return local - offset;
      }
    },
  };
}

/** By halving: there are up to three hundred. */
function indexAt(stretches: readonly Stretch[], at: number): number {
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.until ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function stretchesOf(zone: string): Stretch[] {
  const stretches: Stretch[] = [];
  const end = Date.UTC(lastYear, 0, 1);
  let from = Number.NEGATIVE_INFINITY;
  let now = Temporal.Instant.fromEpochMilliseconds(Date.UTC(firstYear, 0, 1)).toZonedDateTimeISO(zone);
  for (;;) {
    const change = now.getTimeZoneTransition('next');
    const offset = now.offsetNanoseconds / 1_000_000;
    if (!change || change.epochMilliseconds >= end) {
      return [...stretches, { from, until: Number.POSITIVE_INFINITY, offset }];
    }
    stretches.push({ from, until: change.epochMilliseconds, offset });
    from = change.epochMilliseconds;
    now = change;
  }
}
