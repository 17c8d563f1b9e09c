/**
 * When a schedule is next due; pure. A day that a month lacks is its last day. A time that a clock change skips is
 * due at the next valid minute, one that it repeats is due once, the first time (contract 1.7.5).
 */
import { dayMs } from '../base/durations.ts';
import type { Schedule } from './cadence.ts';
import { zoneClock } from './zone-clock.ts';

/** Milliseconds since 1970, strictly later than `after`. */
export function nextRun(schedule: Schedule, after: number): number {
  const clock = zoneClock(schedule.zone);
  const local = clock.localTime(after);
  const timeOfDay = minutesOf(schedule.at) * 60_000;
  let date = firstDate(schedule, Math.floor(local / dayMs));
  for (;;) {
    const run = clock.firstTime(date * dayMs + timeOfDay);
    if (run > after) return run;
    date = followingDate(schedule, date);
  }
}

/** So many, one after the other. */
export function nextRuns(schedule: Schedule, after: number, count: number): number[] {
  const runs: number[] = [];
  for (let at = after; runs.length < count; ) {
    at = nextRun(schedule, at);
    runs.push(at);
  }
  return runs;
}

function minutesOf(at: string): number {
  return Number(at.slice(0, 2)) * 60 + Number(at.slice(3));
}

/** Days are counted from 1970-01-01, a Thursday. In the month of `date` the day may be over. */
function firstDate({ cadence, weekday, day }: Schedule, date: number): number {
  if (cadence === 'weekly') return date + modulo((weekday ?? 1) - 4 - date, 7);
  return cadence === 'monthly' ? dayOfMonth(date, 0, day ?? 31) : date;
}

function followingDate({ cadence, day }: Schedule, date: number): number {
  return cadence === 'monthly' ? dayOfMonth(date, 1, day ?? 31) : date + (cadence === 'weekly' ? 7 : 1);
}

/** In the month of `date`, or so many months later. */
function dayOfMonth(date: number, monthsLater: number, day: number): number {
  const at = new Date(date * dayMs);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth() + monthsLater];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(day, lastDay)) / dayMs;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
