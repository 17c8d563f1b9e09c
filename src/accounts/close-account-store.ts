/**
 * An account is closed together with what its plan becomes: who brings it back has what was left of the paid time, and
 * nothing is charged again (decision 054).
 */
import type { AppContext } from '../app-context.ts';
import { type Actor, accountEvent } from '../audit/audit-entry.ts';
import { recordEvents } from '../audit/audit-store.ts';
import { changePlan } from '../ledger/plan-store.ts';
import { statusOf } from '../ledger/plans/plan-state.ts';
import { isPossible } from '../ledger/plans/transitions.ts';
import type { Account } from './account.ts';
import { mayEndAccount } from './administrator-store.ts';
import { type ClosedAccount, insertClosed } from './closed-account-store.ts';

export async function closeWithPlan(
  context: AppContext,
  by: Actor,
  account: Account,
): Promise<ClosedAccount> {
  const at = context.now();
  const { id } = account;
  return context.database.db.transaction().execute(async (transaction) => {
    await context.database.engine.lockAdministrators(transaction);
    await mayEndAccount(transaction, by, account);
    await recordEvents(transaction, by, [accountEvent('account.deleted', account)], at);
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
    return insertClosed(transaction, id, by.id === id ? 'owner' : 'administrator', at);
  });
}
