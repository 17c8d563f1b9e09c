/**
 * Billing cycles are monthly, on the anniversary of the anchor, in UTC. An anchor on the 29th to 31st falls on the
 * last day of a shorter month and on its own day again afterwards. Terms that are paid for a year end on every
 * twelfth of them (contract 2.5.3).
 */
export const intervals = ['monthly', 'annual'] as const;
export type Interval = (typeof intervals)[number];

const monthsOf: Readonly<Record<Interval, number>> = { monthly: 1, annual: 12 };

/** Returns the first anniversary of `anchor` later than `after`. */
export function nextCycleEnd(anchor: number, after: number): number {
  return nextTermEnd(anchor, after, 'monthly');
}

/** Returns the first end of a paid term later than `after`. */
export function nextTermEnd(anchor: number, after: number, interval: Interval): number {
  const step = monthsOf[interval];
  const start = new Date(anchor);
  let months = step * Math.max(1, Math.floor(monthsBetween(start, new Date(after)) / step));
  while (anniversary(start, months) <= after) months += step;
  return anniversary(start, months);
}

/** Returns the beginning of the cycle that ends at `ends`. */
export function cycleStart(anchor: number, ends: number): number {
  const start = new Date(anchor);
  let months = monthsBetween(start, new Date(ends));
  while (months > 0 && anniversary(start, months) >= ends) months -= 1;
  return anniversary(start, Math.max(0, months));
}

/** Returns the last anniversary of `anchor` not later than `until`; before the anchor, as if cycles had always been. */
export function lastCycleEnd(anchor: number, until: number): number {
  const start = new Date(anchor);
  let months = monthsBetween(start, new Date(until)) + 1;
  while (anniversary(start, months) > until) months -= 1;
  return anniversary(start, months);
}

/** The same time of day so many months earlier, or on the last day of a shorter month. */
export function monthsEarlier(at: number, months: number): number {
  return anniversary(new Date(at), -months);
}

function monthsBetween(start: Date, end: Date): number {
  return 12 * (end.getUTCFullYear() - start.getUTCFullYear()) + end.getUTCMonth() - start.getUTCMonth();
}

function anniversary(start: Date, months: number): number {
  const result = new Date(start);
  result.setUTCDate(1);
  result.setUTCMonth(start.getUTCMonth() + months);
  result.setUTCDate(Math.min(start.getUTCDate(), daysInMonth(result)));
  return result.getTime();
}

function daysInMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
