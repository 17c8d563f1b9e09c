/**
 * What the payment provider knows of a subscription, and the events by which our plan comes to agree with it. What it
 * says now counts, and not the way it came there, so that its messages may come in any order; pure (contract 3.2.4).
 */
import type { Interval } from './billing-cycle.ts';
import type { PlanEvent, Term } from './plan-events.ts';
import { isMore, isSame } from './plan-order.ts';
import type { PlanState } from './plan-state.ts';
import type { PlanName } from './plans.ts';

export interface PaidTerm {
  readonly externalId: string;
  readonly plan: PlanName;
  readonly interval: Interval;
  readonly anchor: number;
  readonly paidUntil: number;
  /** When the plan was changed last, as far as we changed it. */
  readonly changedAt: number | null;
  /** What follows at the end of the term; null for the same again. */
  readonly next: Term | 'none' | null;
  readonly standing: 'paid' | 'unpaid' | 'ended';
  /** When the payment that is open failed. */
  readonly failedAt: number | null;
}

/** The next event, or undefined when plan and term agree. */
export function eventTowards(state: PlanState, term: PaidTerm, at: number): PlanEvent | undefined {
  if (term.externalId !== state.externalId) return arrival(term);
  if (term.standing === 'ended') return { kind: 'ended' };
  if (term.standing === 'unpaid') return unpaid(state, term, at);
  const isPaidAnew = state.paidUntil !== term.paidUntil && isSame(state, term);
  if (isPaidAnew || state.graceEnds !== null || state.cycleEnds === null) {
    return { kind: 'renewed', paidUntil: term.paidUntil };
  }
  return changeOf(state, term, at) ?? followUp(state, term);
}

function arrival(term: PaidTerm): PlanEvent | undefined {
  if (term.standing !== 'paid') return undefined;
  return { kind: 'choose', ...newTerm(term) };
}

function newTerm(term: PaidTerm) {
  const { plan, interval, anchor, paidUntil, externalId } = term;
  return { plan, interval, allocation: null, anchor, paidUntil, externalId };
}

function unpaid(state: PlanState, term: PaidTerm, at: number): PlanEvent | undefined {
  if (state.graceEnds !== null || state.cycleEnds === null) return undefined;
  return { kind: 'paymentFailed', failedAt: term.failedAt ?? at };
}

function changeOf(state: PlanState, term: PaidTerm, at: number): PlanEvent | undefined {
  if (isSame(state, term)) return undefined;
  if (isMore(state, term)) return { kind: 'upgrade', changedAt: term.changedAt ?? at, ...newTerm(term) };
  return { kind: 'switched', plan: term.plan, interval: term.interval };
}

function followUp(state: PlanState, { next }: PaidTerm): PlanEvent | undefined {
  if (next === 'none') return state.nextPlan === 'none' ? undefined : { kind: 'cancel' };
  if (next === null) return state.nextPlan === null ? undefined : { kind: 'resume' };
  if (state.nextPlan === next.plan && state.nextInterval === next.interval) return undefined;
  return { kind: 'downgrade', ...next };
}
