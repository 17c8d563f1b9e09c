/**
 * Billing cycles are monthly, on the anniversary of the anchor, in UTC. An anchor on the 29th to 31st falls on the
 * last day of a shorter month and on its own day again afterwards (section 2).
 */

/** Returns the first anniversary of `anchor` later than `after`. */
export function nextCycleEnd(anchor: number, after: number): number {
  const start = new Date(anchor);
  const reference = new Date(after);
  const monthsBetween =
    12 * (reference.getUTCFullYear() - start.getUTCFullYear()) +
    reference.getUTCMonth() -
    start.getUTCMonth();
  let months = Math.max(1, monthsBetween);
  while (anniversary(start, months) <= after) months += 1;
  return anniversary(start, months);
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
