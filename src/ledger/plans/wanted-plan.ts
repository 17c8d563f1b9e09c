/** What an owner wants of a plan, as an event: one that begins, a larger one at once, a smaller one later; pure. */
import { nextTermEnd } from './billing-cycle.ts';
import type { NewTerm, PlanEvent, Term } from './plan-events.ts';
import { isMore, isSame } from './plan-order.ts';
import { type PlanState, statusOf } from './plan-state.ts';

/** A subscription at the payment provider that is changed, and not begun anew. */
export function isSubscribed(state: PlanState, at: number): boolean {
  return state.externalId !== null && ['active', 'cancelling', 'grace'].includes(statusOf(state, at));
}

export function begins({ plan, interval }: Term, at: number): NewTerm {
  const paidUntil = interval === 'annual' ? nextTermEnd(at, at, interval) : null;
  return { plan, interval, allocation: null, anchor: at, paidUntil, externalId: null };
}

/** To the plan that it has: it stays with it. */
export function changeTo(state: PlanState, wanted: Term, at: number): PlanEvent {
  if (isSame(state, wanted)) return { kind: 'resume' };
  const { plan, interval } = wanted;
  if (!isMore(state, wanted)) return { kind: 'downgrade', plan, interval };
  return { kind: 'upgrade', changedAt: at, ...begins(wanted, at) };
}
