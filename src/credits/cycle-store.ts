/**
 * Billing cycles (section 2): credits return to the full allocation when a cycle begins, and what was left does
 * not roll over. A cycle begins when its account is next looked at after its time; one conditional update decides
 * which process begins it.
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

/** Starts the billing cycle that is due, if one is; answers whether anything changed. */
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
