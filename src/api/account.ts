/** The own account, as every page shows it. */
import { conditionOf } from '../accounts/account.ts';
import { hasPassword } from '../accounts/user-store.ts';
import { allocationOf, plans } from '../plans/plans.ts';
import { type Handler, isoMoment } from './api.ts';

export const showAccount: Handler<'GET /api/account'> = async ({ context, account }) => ({
  id: account.id,
  email: account.email,
  plan: account.plan,
  planLabel: plans[account.plan].label,
  credits: account.credits,
  allocation: allocationOf(account.plan, account.allocation),
  cycleEnds: account.cycleEnds === null ? null : isoMoment(account.cycleEnds),
  state: conditionOf(account, context.now()),
  isAdministrator: account.admin,
  hasPassword: await hasPassword(context.database.db, account.id),
});
