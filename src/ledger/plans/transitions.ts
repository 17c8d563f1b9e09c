/**
 * Every transition of a plan as one table: from where an event is possible, and what it makes of the plan, its
 * credits and the owner's mail. Pure; what decided is written down in decision 046 (contract 3.2).
 */
import { changeRefused } from '../../errors/refused-error.ts';
import { cycleStart, type Interval, nextCycleEnd, nextTermEnd } from './billing-cycle.ts';
import { dueAtOf, graceMs } from './due.ts';
import type { EventKind, NewTerm, PlanEvent, Term } from './plan-events.ts';
import { type PlanState, type PlanStatus, planStatuses, statusOf, termEnds } from './plan-state.ts';
import { allocationOf } from './plans.ts';

type EventOf<Kind extends EventKind> = Extract<PlanEvent, { readonly kind: Kind }>;

export interface CreditRule {
  readonly kind: 'cycle' | 'plan' | 'added';
  /** Null is no limit. */
  to(balance: number | null): number | null;
}

/** `term`: the plan that the mail is about, whatever becomes of it in the same moment. */
export type PlanMail = { readonly term: Pick<PlanState, 'plan' | 'interval' | 'allocation'> } & (
  | { readonly kind: 'paymentFailed'; readonly graceEnds: number }
  | { readonly kind: 'subscriptionEnded'; readonly endedAt: number }
  | { readonly kind: 'planCanceled'; readonly ends: number }
  | { readonly kind: 'planBegan'; readonly at: number; readonly renewsAt: number | null }
  | { readonly kind: 'planWillChange'; readonly at: number; readonly before: Term }
);

interface Outcome {
  readonly set: Partial<PlanState>;
  readonly credits?: CreditRule;
  readonly mail?: PlanMail;
}

interface Change {
  readonly state: PlanState;
  readonly credits: CreditRule | undefined;
  readonly mail: PlanMail | undefined;
}

interface Transition<Kind extends EventKind> {
  readonly from: readonly PlanStatus[];
  to(state: PlanState, event: EventOf<Kind>, at: number): Outcome;
}

const served = ['active', 'cancelling', 'grace'] as const;

const transitions: { readonly [Kind in EventKind]: Transition<Kind> } = {
  choose: {
    from: planStatuses,
    to: (state, event, at) => withMail(state, event, at, begun(event, at)),
  },
  assign: {
    from: planStatuses,
    to: (_state, event, at) => ({ ...begun(event, at), credits: planCredits(event.credits) }),
  },
  upgrade: { from: served, to: upgraded },
  downgrade: {
    from: ['active', 'cancelling'],
    to: (state, { plan, interval }, at) => ({
      set: { ...stays, nextPlan: plan, nextInterval: interval },
      mail: {
        kind: 'planWillChange',
        term: { plan, interval, allocation: null },
        at: termEnds(state) ?? at,
        before: state,
      },
    }),
  },
  switched: {
    from: served,
    to: (_state, { plan, interval }) => ({
      set: { plan, interval, allocation: null, nextPlan: null, nextInterval: null },
    }),
  },
  cancel: {
    from: served,
    to: (state, _event, at) => {
      const ends = state.graceEnds ?? termEnds(state);
      return {
        set: { nextPlan: 'none', nextInterval: null, subscriptionEnds: ends },
        ...(state.nextPlan !== 'none' && {
          mail: { kind: 'planCanceled', term: state, ends: ends ?? at } as const,
        }),
      };
    },
  },
  resume: { from: served, to: (state) => ({ set: { ...stays, subscriptionEnds: state.graceEnds } }) },
  renewed: { from: [...served, 'expired'], to: renewed },
  paymentFailed: {
    from: ['active', 'cancelling'],
    to: (state, { failedAt }) => {
      const graceEnds = failedAt + graceMs;
      return {
        set: { graceEnds, subscriptionEnds: graceEnds },
        mail: { kind: 'paymentFailed', term: state, graceEnds },
      };
    },
  },
  graceReminder: {
    from: ['grace'],
    to: (state, _event, at) => ({
      set: {},
      mail: { kind: 'paymentFailed', term: state, graceEnds: state.graceEnds ?? at },
    }),
  },
  expire: {
    from: ['expired'],
    to: (state, _event, at) => ({ set: { cycleEnds: null }, mail: endMail(state, at) }),
  },
  ended: {
    from: [...served, 'expired'],
    to: (state, _event, at) => ({
      set: {
        cycleEnds: null,
        externalId: null,
        subscriptionEnds: Math.min(state.subscriptionEnds ?? at, at),
      },
      ...(state.cycleEnds !== null && { mail: endMail(state, at) }),
    }),
  },
  cycleDue: {
    from: [...served, 'expired'],
    to: (state, _event, at) => ({
      set: { cycleEnds: nextCycleEnd(state.cycleAnchor, at), paidUntil: nextPaidUntil(state, at) },
      credits: cycleCredits(state),
    }),
  },
  termOver: {
    from: [...served, 'expired'],
    to: (state, _event, at) => {
      const plan = state.nextPlan === null || state.nextPlan === 'none' ? state.plan : state.nextPlan;
      const interval = state.nextInterval ?? state.interval;
      const next = {
        ...state,
        ...stays,
        plan,
        interval,
        allocation: null,
        subscriptionEnds: state.graceEnds,
      };
      const entered = interval === state.interval ? next : { ...next, ...newInterval(state, interval, at) };
      return {
        set: {
          ...entered,
          cycleEnds: nextCycleEnd(entered.cycleAnchor, at),
          paidUntil: nextPaidUntil(entered, at),
        },
        credits: cycleCredits(entered),
      };
    },
  },
  creditsAdded: {
    from: [...served, 'expired'],
    to: (_state, { amount }) => ({
      set: {},
      credits: { kind: 'added', to: (balance) => (balance === null ? null : balance + amount) },
    }),
  },
  endSet: { from: planStatuses, to: (_state, { ends }) => ({ set: { subscriptionEnds: ends } }) },
  block: { from: planStatuses, to: () => ({ set: { blocked: true } }) },
  unblock: { from: planStatuses, to: () => ({ set: { blocked: false } }) },
};

export function isPossible(status: PlanStatus, kind: EventKind): boolean {
  return transitions[kind].from.includes(status);
}

/** Refuses where the table has no such transition. */
export function transition<Kind extends EventKind>(
  state: PlanState,
  event: EventOf<Kind> & { readonly kind: Kind },
  at: number,
): Change {
  const status = statusOf(state, at);
  const kind: Kind = event.kind;
  if (!isPossible(status, kind)) throw changeRefused(refusalText(status, kind));
  const row: Transition<Kind> = transitions[kind];
  const { set, credits, mail } = row.to(state, event, at);
  const next = { ...state, ...set };
  return { state: { ...next, dueAt: dueAtOf(next, at) }, credits, mail };
}

const stays = { nextPlan: null, nextInterval: null, subscriptionEnds: null } as const;

function begun(term: NewTerm, at: number): Outcome {
  const { plan, interval, allocation, anchor, paidUntil, externalId } = term;
  const isOneTime = plan === 'trial';
  return {
    set: {
      ...stays,
      plan,
      interval,
      allocation,
      cycleAnchor: anchor,
      cycleEnds: isOneTime ? null : nextCycleEnd(anchor, at),
      paidUntil,
      graceEnds: null,
      externalId,
    },
    credits: planCredits(allocationOf(plan, allocation)),
  };
}

/** With another interval a new term begins; otherwise the cycle goes on, and the credits are added pro rata. */
function upgraded(state: PlanState, event: EventOf<'upgrade'>, at: number): Outcome {
  const { plan, interval, allocation, changedAt } = event;
  if (interval !== state.interval || state.cycleEnds === null) {
    return withMail(state, event, at, begun(event, at));
  }
  const from = allocationOf(state.plan, state.allocation);
  const to = allocationOf(plan, allocation);
  const added = (to ?? 0) - (from ?? 0);
  const share = remainingShare(state.cycleAnchor, state.cycleEnds, changedAt);
  return withMail(state, event, at, {
    set: { ...stays, plan, allocation, subscriptionEnds: state.graceEnds },
    credits: {
      kind: 'plan',
      to: (balance) => (balance === null || to === null ? to : balance + Math.round(added * share)),
    },
  });
}

/** Of the cycle, at `moment`: 1 if it had not begun yet. */
function remainingShare(anchor: number, ends: number, moment: number): number {
  const begins = cycleStart(anchor, ends);
  const left = ends - Math.min(Math.max(moment, begins), ends);
  return left / (ends - begins);
}

/** Who pays late, after all has ended, begins a cycle anew. */
function renewed(state: PlanState, { paidUntil }: EventOf<'renewed'>, at: number): Outcome {
  const subscriptionEnds = state.nextPlan === 'none' ? paidUntil : null;
  const set = { paidUntil, graceEnds: null, subscriptionEnds };
  if (state.cycleEnds !== null) return { set };
  return {
    set: { ...set, cycleEnds: nextCycleEnd(state.cycleAnchor, at) },
    credits: planCredits(allocationOf(state.plan, state.allocation)),
  };
}

/** Terms of another length are counted from where the first of them begins. */
function newInterval(state: PlanState, interval: Interval, at: number): Partial<PlanState> {
  const cycleAnchor = termEnds(state) ?? at;
  if (state.externalId !== null) return { cycleAnchor };
  return { cycleAnchor, paidUntil: interval === 'annual' ? nextTermEnd(cycleAnchor, at, interval) : null };
}

/** A term that nobody pays goes on by itself; of the others the payment provider tells. */
function nextPaidUntil(state: PlanState, at: number): number | null {
  const { paidUntil, externalId, cycleAnchor, interval } = state;
  if (externalId !== null || paidUntil === null || paidUntil > at) return paidUntil;
  return nextTermEnd(cycleAnchor, at, interval);
}

function cycleCredits(state: PlanState): CreditRule {
  return { kind: 'cycle', to: () => allocationOf(state.plan, state.allocation) };
}

function planCredits(credits: number | null): CreditRule {
  return { kind: 'plan', to: () => credits };
}

function withMail(state: PlanState, term: NewTerm, at: number, outcome: Outcome): Outcome {
  const renewsAt = term.plan === 'trial' ? null : termEnds({ ...state, ...outcome.set });
  return { ...outcome, mail: { kind: 'planBegan', term, at, renewsAt } };
}

function endMail(state: PlanState, at: number): PlanMail {
  return { kind: 'subscriptionEnded', term: state, endedAt: Math.min(state.subscriptionEnds ?? at, at) };
}

function refusalText(status: PlanStatus, kind: EventKind): string {
  if (kind === 'creditsAdded') return 'Credits cannot be added to the Free Trial plan.';
  if (status === 'grace') return 'A payment is open: pay it first.';
  return 'The account has no subscription that could be changed: choose a plan first.';
}
