/** The plans: credits per cycle and prices in US dollars. */
import type { Interval } from './billing-cycle.ts';

export interface Plan {
  readonly label: string;
  /** Null: negotiable. */
  readonly monthlyCredits: number | null;
  /** The trial is granted only once. */
  readonly oneTime: boolean;
  readonly moreCanBeAdded: boolean;
  /** Null: custom. */
  readonly monthlyPrice: number | null;
  readonly annualPrice: number | null;
}

const plan = (
  label: string,
  monthlyCredits: number | null,
  monthlyPrice: number | null,
  annualPrice: number | null,
): Plan => ({ label, monthlyCredits, oneTime: false, moreCanBeAdded: true, monthlyPrice, annualPrice });

export const plans = {
  trial: { ...plan('Free Trial', 10, 0, 0), oneTime: true, moreCanBeAdded: false },
  lite: plan('Lite', 20, 5, 50),
  standard: plan('Standard', 100, 10, 100),
  pro: plan('Pro', 500, 20, 200),
  custom: plan('Custom', null, null, null),
} as const satisfies Record<string, Plan>;

export type PlanName = keyof typeof plans;

export const planNames = Object.keys(plans).filter(isPlanName);

export function isPlanName(name: string): name is PlanName {
  return Object.hasOwn(plans, name);
}

/** Credits per cycle; null for no limit. */
export function allocationOf(plan: PlanName, allocation: number | null): number | null {
  return allocation ?? plans[plan].monthlyCredits;
}

/** Of a term, in cents; null for a plan without a price. */
export function centsOf(plan: PlanName, interval: Interval): number | null {
  const { monthlyPrice, annualPrice } = plans[plan];
  const dollars = interval === 'annual' ? annualPrice : monthlyPrice;
  return dollars && dollars * 100;
}

/** An added credit costs as much as one of the plan; null where none can be bought. */
export function centsPerCredit(plan: PlanName): number | null {
  const { monthlyCredits, monthlyPrice } = plans[plan];
  return monthlyCredits && monthlyPrice ? Math.round((100 * monthlyPrice) / monthlyCredits) : null;
}
