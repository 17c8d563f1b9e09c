/**
 * Plans where nobody pays: an administrator does for an owner what the owner would do with payment, by the same rules.
 * A larger plan begins at once and its credits are added pro rata, a smaller one begins at the end of the term
 * (section 2, "Plans and credits").
 */
import type { AppContext } from '../app-context.ts';
import type { Decide } from '../credits/plan-store.ts';
import { nextTermEnd } from '../plans/billing-cycle.ts';
import type { NewTerm, PlanEvent, Term } from '../plans/plan-events.ts';
import { isMore, isSame } from '../plans/plan-order.ts';
import { type PlanState, statusOf } from '../plans/plan-state.ts';
import { PlanRefusal } from '../plans/transitions.ts';
import { changeByEvents } from './payment-store.ts';

export function chooseUnpaidPlan(context: AppContext, accountId: string, term: Term): Promise<void> {
  const at = context.now();
  return once(context, accountId, (state) => {
    if (!['trial', 'expired'].includes(statusOf(state, at))) {
      throw new PlanRefusal('The account has a plan already: change it instead.');
    }
    return { kind: 'choose', ...begins(term, at) };
  });
}

export function changeUnpaidPlan(context: AppContext, accountId: string, wanted: Term): Promise<void> {
  const at = context.now();
  return once(context, accountId, (state) => changeOf(state, wanted, at));
}

export function endUnpaidPlan(context: AppContext, accountId: string): Promise<void> {
  return once(context, accountId, () => ({ kind: 'cancel' }));
}

export function resumeUnpaidPlan(context: AppContext, accountId: string): Promise<void> {
  return once(context, accountId, () => ({ kind: 'resume' }));
}

/** To the plan that it has: it stays with it. */
function changeOf(state: PlanState, wanted: Term, at: number): PlanEvent {
  if (isSame(state, wanted)) return { kind: 'resume' };
  const { plan, interval } = wanted;
  if (!isMore(state, wanted)) return { kind: 'downgrade', plan, interval };
  return { kind: 'upgrade', changedAt: at, ...begins(wanted, at) };
}

function begins({ plan, interval }: Term, at: number): NewTerm {
  const paidUntil = interval === 'annual' ? nextTermEnd(at, at, interval) : null;
  return { plan, interval, allocation: null, anchor: at, paidUntil, externalId: null };
}

function once(context: AppContext, accountId: string, event: (state: PlanState) => PlanEvent): Promise<void> {
  const decide: Decide = (state, count) => (count === 0 ? event(state) : undefined);
  return changeByEvents(context, accountId, [], decide);
}
