/** Whether another plan is more, and begins at once, or less, and begins when what was paid is over; pure. */

import type { Term } from './plan-events.ts';
import { allocationOf } from './plans.ts';

/** More credits, or the same for a year instead of a month. */
export function isMore(than: Term, other: Term): boolean {
  const credits = allocationOf(other.plan, null) ?? Number.POSITIVE_INFINITY;
  const before = allocationOf(than.plan, null) ?? Number.POSITIVE_INFINITY;
  if (credits !== before) return credits > before;
  return other.interval === 'annual' && than.interval === 'monthly';
}

export function isSame(one: Term, other: Term): boolean {
  return one.plan === other.plan && one.interval === other.interval;
}
