/** Everything that can happen to a plan, by its owner, an administrator, the payment provider or time. */
import type { Interval } from './billing-cycle.ts';
import type { PlanName } from './plans.ts';

export interface Term {
  readonly plan: PlanName;
  readonly interval: Interval;
}

/** A term that begins: its cycles are counted from `anchor`. */
export interface NewTerm extends Term {
  readonly allocation: number | null;
  readonly anchor: number;
  readonly paidUntil: number | null;
  readonly externalId: string | null;
}

export type PlanEvent =
  | ({ readonly kind: 'choose' } & NewTerm)
  /** By an administrator; `credits` is the first balance. */
  | ({ readonly kind: 'assign'; readonly credits: number | null } & NewTerm)
  | ({ readonly kind: 'upgrade'; readonly changedAt: number } & NewTerm)
  | ({ readonly kind: 'downgrade' } & Term)
  /** The payment provider says that a smaller plan has begun. */
  | ({ readonly kind: 'switched' } & Term)
  | { readonly kind: 'cancel' | 'resume' | 'ended' | 'block' | 'unblock' }
  | { readonly kind: 'renewed'; readonly paidUntil: number }
  | { readonly kind: 'paymentFailed'; readonly failedAt: number }
  | { readonly kind: 'creditsAdded'; readonly amount: number }
  /** Null: it has no end. By an administrator. */
  | { readonly kind: 'endSet'; readonly ends: number | null }
  | { readonly kind: 'cycleDue' | 'termOver' | 'graceReminder' | 'expire' };

export type EventKind = PlanEvent['kind'];
