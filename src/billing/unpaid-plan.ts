/**
 * Plans where nobody pays: an administrator does for an owner what the owner would do with payment, by the same rules.
 * A larger plan begins at once and its credits are added pro rata, a smaller one begins at the end of the term
 * (contract 3.2.1).
 */
import type { AppContext } from '../app-context.ts';
import { changeRefused } from '../errors/refused-error.ts';
import type { Decide } from '../ledger/plan-store.ts';
import type { PlanEvent, Term } from '../ledger/plans/plan-events.ts';
import { type PlanState, statusOf } from '../ledger/plans/plan-state.ts';
import { begins, changeTo } from '../ledger/plans/wanted-plan.ts';
import { changeByEvents } from './payment-store.ts';

export function chooseUnpaidPlan(context: AppContext, accountId: string, term: Term): Promise<void> {
  const at = context.now();
  return once(context, accountId, (state) => {
    if (!['trial', 'expired'].includes(statusOf(state, at))) {
      throw changeRefused('The account has a plan already: change it instead.');
    }
    return { kind: 'choose', ...begins(term, at) };
  });
}

export function changeUnpaidPlan(context: AppContext, accountId: string, wanted: Term): Promise<void> {
  const at = context.now();
  return once(context, accountId, (state) => changeTo(state, wanted, at));
}

export function endUnpaidPlan(context: AppContext, accountId: string): Promise<void> {
  return once(context, accountId, () => ({ kind: 'cancel' }));
}

export function resumeUnpaidPlan(context: AppContext, accountId: string): Promise<void> {
  return once(context, accountId, () => ({ kind: 'resume' }));
}

function once(context: AppContext, accountId: string, event: (state: PlanState) => PlanEvent): Promise<void> {
  const decide: Decide = (state, count) => (count === 0 ? event(state) : undefined);
  return changeByEvents(context, accountId, [], decide);
}
