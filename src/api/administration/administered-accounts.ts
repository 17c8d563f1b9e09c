/** Accounts as an administrator sees and changes them, and deleted ones, which can be brought back. */
import { conditionOf } from '../../accounts/account.ts';
import { accountsPage, type ListedAccount, listedAccount } from '../../accounts/account-list-store.ts';
import { noteOf, setNote } from '../../accounts/account-note-store.ts';
import { findAccountById } from '../../accounts/account-store.ts';
import {
  changeByAdministrator,
  grantByAdministrator,
  logAdministration,
} from '../../accounts/administration-store.ts';
import { closedPage } from '../../accounts/closed-account-store.ts';
import { restoreById } from '../../accounts/restore-account.ts';
import { addResetLink } from '../../accounts/sign-in/reset-link-store.ts';
import { actorOf } from '../../audit/audit-entry.ts';
import { closeAccount } from '../../billing/close-account.ts';
import { quotaOf } from '../../endpoints/quota.ts';
import { ServiceError } from '../../errors/errors.ts';
import { changeRefused } from '../../errors/refused-error.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { readPlan } from '../../ledger/plan-store.ts';
import { allocationOf, plans } from '../../ledger/plans/plans.ts';
import { type Answer, type Handlers, isoMoment, optionalMoment, pageSize } from '../api.ts';

export const administeredAccountHandlers = {
  'GET /api/administrator/accounts': async ({ context, query }) => {
    const { rows, total } = await accountsPage(context.database.db, { ...query, pageSize });
    const current: ListedAccount[] = [];
    for (const each of rows) {
      const isDue = (each.account.cycleEnds ?? Number.POSITIVE_INFINITY) <= context.now();
      current.push(isDue ? await requireListed(context, each.account.id) : each);
    }
    return { accounts: current.map((each) => listed(context, each)), total, pageSize };
  },
  'GET /api/administrator/accounts/:id': ({ context, account, params }) =>
    details(context, params.id, account.id),
  'PATCH /api/administrator/accounts/:id': async ({ context, account, params, body, from }) => {
    const { account: whom } = await requireListed(context, params.id);
    const { plan, interval, credits, isBlocked, subscriptionEnds, isAdministrator, note } = body;
    await changeByAdministrator(context, actorOf(account, from), whom, {
      ...(plan !== undefined && { plan, interval }),
      ...(plan === 'custom' && { credits }),
      ...(isBlocked !== undefined && { blocked: isBlocked }),
      ...(subscriptionEnds !== undefined && {
        subscriptionEnds: subscriptionEnds === null ? null : Date.parse(subscriptionEnds),
      }),
      ...(isAdministrator !== undefined && { admin: isAdministrator }),
    });
    if (note !== undefined) await setNote(context.database.db, whom.id, note);
    return details(context, params.id, account.id);
  },
  'POST /api/administrator/accounts/:id/credits': async ({ context, account, params, body, from }) => {
    const { account: whom } = await requireListed(context, params.id);
    await grantByAdministrator(context, actorOf(account, from), whom, body);
    return details(context, params.id, account.id);
  },
  'POST /api/administrator/accounts/:id/reset-link': async ({ context, account, params, from }) => {
    const { account: whom } = await requireListed(context, params.id);
    const { url, endsAt } = await addResetLink(context, whom.id);
    logAdministration(context, actorOf(account, from), whom, { made: 'a link for a new password' });
    return { url, endsAt: isoMoment(endsAt) };
  },
  'DELETE /api/administrator/accounts/:id': async ({ context, account, params, from }) => {
    const { account: whom } = await requireListed(context, params.id);
    if (whom.id === account.id)
      throw changeRefused('You cannot delete your own account here: another administrator can.');
    const by = actorOf(account, from);
    await closeAccount(context, by, whom);
    logAdministration(context, by, whom, { deleted: true });
    return { id: whom.id };
  },
  'GET /api/administrator/deleted-accounts': async ({ context, query }) => {
    const { rows, total } = await closedPage(context.database.db, { ...query, pageSize });
    const accounts = rows.map(({ id, email, closedBy, closedAt, removeAt }) => ({
      id,
      email,
      by: closedBy,
      deletedAt: isoMoment(closedAt),
      removeAt: isoMoment(removeAt),
    }));
    return { accounts, total, pageSize };
  },
  'POST /api/administrator/deleted-accounts/:id/restore': async ({ context, account, params, from }) => {
    const by = actorOf(account, from);
    const restored = await restoreById(context, by, params.id);
    logAdministration(context, by, restored, { restored: true });
    return { id: restored.id };
  },
} satisfies Partial<Handlers>;

/** With its billing cycle up to date. */
async function requireListed(context: ExportContext, id: string): Promise<ListedAccount> {
  const account = await findAccountById(context, id);
  const found = account && (await listedAccount(context.database.db, id));
  if (!found) throw new ServiceError('notFound');
  return found;
}

async function details(
  context: ExportContext,
  id: string,
  ownId: string,
): Promise<Answer<'GET /api/administrator/accounts/:id'>> {
  const found = await requireListed(context, id);
  const { account } = found;
  const plan = (await readPlan(context.database.db, id))?.state;
  return {
    ...listed(context, found),
    interval: plan?.interval ?? 'monthly',
    allocation: allocationOf(account.plan, account.allocation),
    cycleEnds: optionalMoment(account.cycleEnds),
    subscriptionEnds: optionalMoment(account.subscriptionEnds),
    isPaid: plan !== undefined && plan.externalId !== null,
    isOwn: id === ownId,
    note: await noteOf(context.database.db, id),
  };
}

type Listed = Answer<'GET /api/administrator/accounts'>['accounts'][number];

function listed(
  { config, now }: ExportContext,
  { account, endpoints, storedBytes, lastVisitAt }: ListedAccount,
): Listed {
  const quota = quotaOf(config, account);
  return {
    id: account.id,
    email: account.email,
    state: conditionOf(account, now()),
    plan: account.plan,
    planLabel: plans[account.plan].label,
    credits: account.credits,
    endpoints,
    endpointsAllowed: quota.endpoints,
    bytes: storedBytes,
    bytesAllowed: quota.bytes,
    isAdministrator: account.admin,
    isBlocked: account.blocked,
    createdAt: isoMoment(account.createdAt),
    lastVisitAt,
  };
}
