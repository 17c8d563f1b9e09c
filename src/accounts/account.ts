/** An account and the conditions of contract 3.1 that it can be in; pure. */
import { isPlanName, type PlanName } from '../ledger/plans/plans.ts';
import type { AccountRow, OwnerStatusRow } from '../storage/database/schema.ts';

export interface Account extends OwnerStatus {
  readonly admin: boolean;
  readonly createdAt: number;
}

/** What decides whether a hit is served. */
export interface OwnerStatus {
  readonly id: string;
  readonly email: string;
  readonly plan: PlanName;
  readonly allocation: number | null;
  /** Null for no limit. */
  readonly credits: number | null;
  readonly held: number;
  readonly cycleAnchor: number;
  readonly cycleEnds: number | null;
  readonly subscriptionEnds: number | null;
  readonly initialised: boolean;
  readonly blocked: boolean;
}

export type Condition =
  | 'active'
  | 'free trial active'
  | 'free trial expired'
  | 'credit balance zero'
  | 'account not initialised'
  | 'account blocked'
  | 'subscription expired';

/** The first condition that holds, in the order in which a hit is refused. */
export function conditionOf(account: OwnerStatus, now: number): Condition {
  if (account.blocked) return 'account blocked';
  if (!account.initialised) return 'account not initialised';
  const available = account.credits === null || account.credits > account.held;
  if (account.plan === 'trial') return available ? 'free trial active' : 'free trial expired';
  if (account.subscriptionEnds !== null && account.subscriptionEnds <= now) return 'subscription expired';
  return available ? 'active' : 'credit balance zero';
}

/** When new credits come; null if none do: there is no limit, no cycle, or the plan ends before. */
export function renewalOf({
  credits,
  cycleEnds,
  subscriptionEnds,
}: Pick<OwnerStatus, 'credits' | 'cycleEnds' | 'subscriptionEnds'>): number | null {
  if (credits === null || cycleEnds === null) return null;
  return subscriptionEnds !== null && subscriptionEnds <= cycleEnds ? null : cycleEnds;
}

export function toOwnerStatus(row: OwnerStatusRow): OwnerStatus {
  if (!isPlanName(row.plan)) throw new Error(`account ${row.id} was written by a newer program`);
  return {
    id: row.id,
    email: row.email,
    plan: row.plan,
    allocation: row.allocation,
    credits: row.credits,
    held: row.held,
    cycleAnchor: row.cycle_anchor,
    cycleEnds: row.cycle_ends,
    subscriptionEnds: row.subscription_ends,
    initialised: row.initialised === 1,
    blocked: row.blocked === 1,
  };
}

export function toAccount(row: AccountRow): Account {
  return { ...toOwnerStatus(row), admin: row.admin === 1, createdAt: row.created_at };
}
