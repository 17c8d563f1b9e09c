/**
 * The plan of an account as it stands: what it is, how it is paid, what becomes of it. Where in its life it is follows
 * from that and the clock; pure.
 */
import type { Interval } from './billing-cycle.ts';
import type { PlanName } from './plans.ts';

export interface PlanState {
  readonly plan: PlanName;
  /** Credits per cycle if they differ from the plan's. */
  readonly allocation: number | null;
  readonly cycleAnchor: number;
  /** Null: there is no further cycle. */
  readonly cycleEnds: number | null;
  /** From then on requests are refused; null for no end. */
  readonly subscriptionEnds: number | null;
  readonly blocked: boolean;
  readonly interval: Interval;
  /** Null where nobody pays, or the term is the cycle. */
  readonly paidUntil: number | null;
  readonly nextPlan: PlanName | 'none' | null;
  readonly nextInterval: Interval | null;
  readonly graceEnds: number | null;
  /** Of the subscription at the payment provider; null where an administrator sets the plan. */
  readonly externalId: string | null;
  /** When time does something with it that cannot wait for the next request. */
  readonly dueAt: number | null;
}

export const planStatuses = ['trial', 'active', 'cancelling', 'grace', 'expired'] as const;
export type PlanStatus = (typeof planStatuses)[number];

export function statusOf(state: PlanState, at: number): PlanStatus {
  if (state.plan === 'trial') return 'trial';
  if (state.subscriptionEnds !== null && state.subscriptionEnds <= at) return 'expired';
  if (state.graceEnds !== null) return 'grace';
  return state.nextPlan === null ? 'active' : 'cancelling';
}

/** When what has been paid ends, and a cancellation or a smaller plan takes effect. */
export function termEnds(state: PlanState): number | null {
  return state.paidUntil ?? state.cycleEnds;
}

/** Its end was decided by a cancellation or a payment that failed, and not set by an administrator. */
export function isEnding(state: PlanState): boolean {
  return state.nextPlan === 'none' || state.graceEnds !== null;
}
