/**
 * What an administrator does to an account, each with a line in the log that says who, whom and what. Nobody locks
 * themselves out, and there is always an administrator (section 3).
 */
import type { AppContext } from '../app-context.ts';
import { grantCredits } from '../credits/grant-store.ts';
import type { Account } from './account.ts';
import { AccountError } from './account-error.ts';
import { type AccountChanges, changeAccount } from './account-store.ts';
import { hasOtherAdministrator, setAdministrator } from './administrator-store.ts';

export interface AdministeredChanges extends AccountChanges {
  readonly admin?: boolean | undefined;
}

/** `what` tells of the change in the log, without secrets. */
export function logAdministration(
  { log }: AppContext,
  by: Account,
  whom: Pick<Account, 'id'>,
  what: Readonly<Record<string, unknown>>,
): void {
  log.info({ administrator: by.id, account: whom.id, ...what }, 'an administrator changed an account');
}

export async function changeByAdministrator(
  context: AppContext,
  by: Account,
  account: Account,
  changes: AdministeredChanges,
): Promise<void> {
  const { admin, ...others } = changes;
  if (account.id === by.id && others.blocked === true)
    throw new AccountError('You cannot block your own account: another administrator can.');
  if (Object.values(others).some((value) => value !== undefined))
    await changeAccount(context, account.email, others);
  if (admin !== undefined && !(await setAdministrator(context.database.db, account.id, admin)))
    throw new AccountError('This is the only administrator: make somebody else administrator first.');
  logAdministration(context, by, account, { change: { ...changes } });
}

export async function grantByAdministrator(
  context: AppContext,
  by: Account,
  account: Account,
  { amount, reason }: { readonly amount: number; readonly reason: string },
): Promise<void> {
  if (account.credits === null) throw new AccountError('This account has no limit, and needs no credits.');
  await grantCredits(context, account.id, amount);
  logAdministration(context, by, account, { granted: amount, reason });
}

/** Before an owner deletes their own account. */
export async function requireAnotherAdministrator({ database }: AppContext, account: Account): Promise<void> {
  if (account.admin && !(await hasOtherAdministrator(database.db, account.id)))
    throw new AccountError('You are the only administrator: make somebody else administrator first.');
}

/** Before an account is deleted by another. */
export function requireOther(by: Account, account: Account): void {
  if (account.id === by.id)
    throw new AccountError('You cannot delete your own account here: another administrator can.');
}
