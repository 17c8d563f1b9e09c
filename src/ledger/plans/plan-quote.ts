/** What a change of plan costs and brings, told before the owner agrees; pure (contract 3.2.1). */
import { changeRefused } from '../../errors/refused-error.ts';
import { cycleStart, monthsEarlier, nextTermEnd } from './billing-cycle.ts';
import type { PlanEvent, Term } from './plan-events.ts';
import { type PlanState, statusOf, termEnds } from './plan-state.ts';
import { allocationOf, centsOf } from './plans.ts';
import { transition } from './transitions.ts';
import { begins, changeTo, isSubscribed } from './wanted-plan.ts';

interface Quote {
  /** `begin`: a new subscription. `larger`: at once. `smaller`: at the end of what is paid. `stay`: as it is. */
  readonly kind: 'begin' | 'larger' | 'smaller' | 'stay';
  readonly at: number;
  /** The time that is paid begins anew. */
  readonly isNewTerm: boolean;
  /** To be paid now. */
  readonly cents: number;
  /** Of what was paid before, more than is to be paid now. */
  readonly creditedCents: number;
  /** The balance right after it; null for no limit. */
  readonly credits: number | null;
  readonly allocation: number | null;
  readonly nextCents: number;
  readonly nextAt: number | null;
}

/** `balance` is that of the account now. */
export function quoteOf(state: PlanState, balance: number | null, wanted: Term, at: number): Quote {
  if (statusOf(state, at) === 'grace') throw changeRefused('A payment is open: pay it first.');
  const event: PlanEvent = isSubscribed(state, at)
    ? changeTo(state, wanted, at)
    : { kind: 'choose', ...begins(wanted, at) };
  const kind = kindOf(event);
  const { credits } = transition(state, event, at);
  const isAtOnce = kind === 'begin' || kind === 'larger';
  const isNewTerm = kind === 'begin' || (kind === 'larger' && wanted.interval !== state.interval);
  const ends = termEnds(state);
  const due = isAtOnce ? dueCents(state, wanted, isNewTerm, at) : 0;
  return {
    kind,
    at: kind === 'smaller' ? (ends ?? at) : at,
    isNewTerm,
    cents: Math.max(0, due),
    creditedCents: Math.max(0, -due),
    credits: credits ? credits.to(balance) : balance,
    allocation: allocationOf(wanted.plan, null),
    nextCents: centsOf(wanted.plan, wanted.interval) ?? 0,
    nextAt: isNewTerm ? nextTermEnd(at, at, wanted.interval) : ends,
  };
}

function kindOf({ kind }: PlanEvent): Quote['kind'] {
  if (kind === 'choose') return 'begin';
  if (kind === 'upgrade') return 'larger';
  return kind === 'downgrade' ? 'smaller' : 'stay';
}

/** As the payment provider reckons: the rest of the old term is credited, the new one charged, each rounded. */
function dueCents(state: PlanState, wanted: Term, isNewTerm: boolean, at: number): number {
  const share = isSubscribed(state, at) ? unusedShare(state, at) : 0;
  const paid = Math.round((centsOf(state.plan, state.interval) ?? 0) * share);
  const price = centsOf(wanted.plan, wanted.interval) ?? 0;
  return (isNewTerm ? price : Math.round(price * share)) - paid;
}

function unusedShare(state: PlanState, at: number): number {
  const ends = termEnds(state);
  if (ends === null) return 0;
  const start = state.interval === 'annual' ? monthsEarlier(ends, 12) : cycleStart(state.cycleAnchor, ends);
  return Math.min(1, Math.max(0, ends - at) / (ends - start));
}
