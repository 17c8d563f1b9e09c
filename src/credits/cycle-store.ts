/**
 * Billing cycles: when a cycle begins, the balance is reset to the full allocation; unused credits do not roll over.
 * A cycle begins with the first access to the account after it is due; a compare-and-set decides which process
 * starts it (section 2).
 */
import type { AppContext } from '../app-context.ts';
import { nextCycleEnd } from '../plans/billing-cycle.ts';
import { allocationOf, type PlanName } from '../plans/plans.ts';
import { randomId } from '../random-id.ts';
import { changeBalance } from './credit-store.ts';

export interface CycleState {
  readonly id: string;
  readonly plan: PlanName;
  readonly allocation: number | null;
  readonly cycleAnchor: number;
  readonly cycleEnds: number | null;
}

/** Starts a new billing cycle if one is due; returns whether the account must be read again. */
export async function startDueCycle({ database, now }: AppContext, account: CycleState): Promise<boolean> {
  const at = now();
  const { cycleEnds } = account;
  if (cycleEnds === null || cycleEnds > at) return false;
  return database.db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('accounts')
      .set((field) => ({
        cycle_ends: nextCycleEnd(account.cycleAnchor, at),
        revision: field('revision', '+', 1),
      }))
      .where('id', '=', account.id)
      .where('cycle_ends', '=', cycleEnds)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return true;
    const change = { id: randomId(), accountId: account.id, kind: 'cycle', at } as const;
    await changeBalance(transaction, change, () => allocationOf(account.plan, account.allocation));
    return true;
  });
}
