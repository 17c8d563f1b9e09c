/** The plan of an account from its rows, and into them: only a plan that is more than a name has a subscription. */

import type { AccountRow, SubscriptionRow } from '../storage/database/schema.ts';
import { type Interval, intervals } from './plans/billing-cycle.ts';
import type { PlanState } from './plans/plan-state.ts';
import { isPlanName, type PlanName } from './plans/plans.ts';

export interface KeptPlan {
  readonly accountId: string;
  readonly email: string;
  readonly revision: number;
  readonly customer: string | null;
  /** Null while there is no subscription. */
  readonly version: number | null;
  readonly state: PlanState;
}

type AccountColumns = Pick<
  AccountRow,
  | 'id'
  | 'email'
  | 'plan'
  | 'allocation'
  | 'cycle_anchor'
  | 'cycle_ends'
  | 'subscription_ends'
  | 'blocked'
  | 'revision'
>;

type SubscriptionColumns = {
  readonly [Name in keyof Omit<SubscriptionRow, 'account_id'>]: SubscriptionRow[Name] | null;
};

export function toKeptPlan(row: AccountColumns & SubscriptionColumns): KeptPlan {
  return {
    accountId: row.id,
    email: row.email,
    revision: row.revision,
    customer: row.customer,
    version: row.version,
    state: {
      plan: planOf(row.plan),
      allocation: row.allocation,
      cycleAnchor: row.cycle_anchor,
      cycleEnds: row.cycle_ends,
      subscriptionEnds: row.subscription_ends,
      blocked: row.blocked === 1,
      interval: intervalOf(row.interval) ?? 'monthly',
      paidUntil: row.paid_until,
      nextPlan: row.next_plan === null || row.next_plan === 'none' ? row.next_plan : planOf(row.next_plan),
      nextInterval: intervalOf(row.next_interval),
      graceEnds: row.grace_ends,
      externalId: row.external_id,
      dueAt: row.due_at,
    },
  };
}

/** Undefined for an account that needs none. */
export function toSubscriptionRow(kept: KeptPlan, state: PlanState): SubscriptionRow | undefined {
  const { interval, paidUntil, nextPlan, graceEnds, externalId } = state;
  const isPlain = interval === 'monthly' && paidUntil === null && nextPlan === null && graceEnds === null;
  if (kept.version === null && isPlain && externalId === null) return undefined;
  return {
    account_id: kept.accountId,
    interval,
    paid_until: paidUntil,
    next_plan: nextPlan,
    next_interval: state.nextInterval,
    grace_ends: graceEnds,
    due_at: state.dueAt,
    customer: kept.customer,
    external_id: externalId,
    version: (kept.version ?? 0) + 1,
  };
}

function planOf(name: string): PlanName {
  if (!isPlanName(name)) throw new Error(`the plan ${name} was written by a newer program`);
  return name;
}

function intervalOf(name: string | null): Interval | null {
  return intervals.find((interval) => interval === name) ?? null;
}
