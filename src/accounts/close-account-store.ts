/**
 * An account is closed together with what its plan becomes: who brings it back has what was left of the paid time, and
 * nothing is charged again (decision 054).
 */
import type { AppContext } from '../app-context.ts';
import { changePlan } from '../credits/plan-store.ts';
import { statusOf } from '../plans/plan-state.ts';
import { isPossible } from '../plans/transitions.ts';
import { type ClosedAccount, type ClosedBy, insertClosed } from './closed-account-store.ts';

export async function closeWithPlan(context: AppContext, id: string, by: ClosedBy): Promise<ClosedAccount> {
  const at = context.now();
  return context.database.db.transaction().execute(async (transaction) => {
    await changePlan(transaction, context, id, (state, count) =>
      count === 0 && state.externalId !== null && isPossible(statusOf(state, at), 'cancel')
        ? { kind: 'cancel' }
        : undefined,
    );
    await transaction
      .updateTable('subscriptions')
      .set({ external_id: null })
      .where('account_id', '=', id)
      .execute();
    return insertClosed(transaction, id, by, at);
  });
}
