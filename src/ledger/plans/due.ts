/**
 * What time does with a plan: ends of cycles, of paid terms and of the grace after a failed payment, and the mails on
 * the way; pure (contract 3.2).
 */

import { dayMs, hourMs } from '../../base/durations.ts';
import type { PlanEvent } from './plan-events.ts';
import { isEnding, type PlanState, termEnds } from './plan-state.ts';

export const graceMs = 7 * dayMs;
/** How long before its end the grace has a mail: after three days, and one day before the end. */
const remindersBeforeEnd = [4 * dayMs, dayMs];
/** The payment provider is asked about a term so long after its end, unless it has told by itself. */
export const askAfterMs = hourMs;

interface DueEvent {
  readonly event: PlanEvent;
  /** As if somebody had looked then. */
  readonly at: number;
}

/** The event that is due first, if any; when it has happened the next may be due. */
export function dueEvent(state: PlanState, at: number): DueEvent | undefined {
  const { cycleEnds, subscriptionEnds, nextPlan, graceEnds, dueAt } = state;
  if (cycleEnds === null) return undefined;
  const isReached = (moment: number | null): boolean => moment !== null && moment <= at;
  if (subscriptionEnds !== null && isEnding(state) && isReached(subscriptionEnds)) {
    // Cycles that ended before it brought new credits, also when nobody looked meanwhile.
    return cycleEnds < subscriptionEnds
      ? dueEvent(state, subscriptionEnds - 1)
      : { event: { kind: 'expire' }, at };
  }
  if (nextPlan !== null && nextPlan !== 'none' && isReached(termEnds(state))) {
    return { event: { kind: 'termOver' }, at };
  }
  if (isReached(cycleEnds)) return { event: { kind: 'cycleDue' }, at };
  return graceEnds !== null && isReached(dueAt) ? { event: { kind: 'graceReminder' }, at } : undefined;
}

/** When the plan must be looked at again without a request. */
export function dueAtOf(state: PlanState, at: number): number | null {
  const { cycleEnds, subscriptionEnds, nextPlan, graceEnds, externalId, paidUntil } = state;
  const isOver = cycleEnds === null;
  if (isOver) return externalId === null ? null : at + askAfterMs;
  if (graceEnds !== null) {
    const reminders = remindersBeforeEnd.map((before) => graceEnds - before);
    return reminders.find((moment) => moment > at) ?? graceEnds;
  }
  if (nextPlan === 'none') return subscriptionEnds;
  if (nextPlan !== null) return termEnds(state);
  return externalId === null || paidUntil === null ? null : paidUntil + askAfterMs;
}
