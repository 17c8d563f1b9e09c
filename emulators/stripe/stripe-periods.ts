/** Billing periods of the emulated Stripe: on the anniversaries of an anchor, on the last day of shorter months. */

export type PeriodLength = 'month' | 'year';

/** The first end of a period after `after`, in seconds. */
export function periodEnd(anchor: number, after: number, length: PeriodLength): number {
  const step = length === 'year' ? 12 : 1;
  let months = step;
  while (monthsAfter(anchor, months) <= after) months += step;
  return monthsAfter(anchor, months);
}

export function monthsAfter(anchor: number, months: number): number {
  const start = new Date(anchor * 1_000);
  const last = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0)).getUTCDate();
  const moved = new Date(start);
  moved.setUTCDate(1);
  moved.setUTCMonth(start.getUTCMonth() + months);
  moved.setUTCDate(Math.min(start.getUTCDate(), last));
  return moved.getTime() / 1_000;
}
