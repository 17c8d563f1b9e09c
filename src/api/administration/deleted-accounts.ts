/** Accounts that were deleted, for administrators, who can bring them back. */
import { logAdministration } from '../../accounts/administration-store.ts';
import { closedPage } from '../../accounts/closed-account-store.ts';
import { restoreById } from '../../accounts/restore-account.ts';
import { actorOf } from '../../audit/audit-entry.ts';
import { type Handler, isoMoment } from '../api.ts';

const pageSize = 50;

export const listDeletedAccounts: Handler<'GET /api/administrator/deleted-accounts'> = async (call) => {
  const { closed, total } = await closedPage(call.context.database.db, { ...call.query, pageSize });
  const accounts = closed.map(({ id, email, closedBy, closedAt, removeAt }) => ({
    id,
    email,
    by: closedBy,
    deletedAt: isoMoment(closedAt),
    removeAt: isoMoment(removeAt),
  }));
  return { accounts, total, pageSize };
};

export const restoreDeletedAccount: Handler<'POST /api/administrator/deleted-accounts/:id/restore'> = async (
  call,
) => {
  const { context, account, params, from } = call;
  const by = actorOf(account, from);
  const restored = await restoreById(context, by, params.id);
  logAdministration(context, by, restored, { restored: true });
  return { id: restored.id };
};
