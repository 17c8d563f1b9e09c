/**
 * Billing cycles: when a cycle begins, the balance is reset to the full allocation; unused credits do not roll over.
 * A cycle begins with the first access to the account after it is due, and with it whatever else the end of the paid
 * time brings (contract 2.5.3).
 */
import type { AppContext } from '../app-context.ts';
import { changePlan } from './plan-store.ts';

export interface CycleState {
  readonly id: string;
  readonly cycleEnds: number | null;
}

/** Starts a new billing cycle if one is due; returns whether the account must be read again. */
export async function startDueCycle(context: AppContext, { id, cycleEnds }: CycleState): Promise<boolean> {
  if (cycleEnds === null || cycleEnds > context.now()) return false;
  await context.database.db.transaction().execute((transaction) => changePlan(transaction, context, id));
  return true;
}
