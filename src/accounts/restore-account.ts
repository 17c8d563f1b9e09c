/** The way back for an account that was deleted, within seven days (decision 054). */
import type { AppContext } from '../app-context.ts';
import { type Actor, accountEvent, actorOf, type Origin } from '../audit/audit-entry.ts';
import { recordAfter } from '../audit/record-after.ts';
import { changeRefused } from '../errors/refused-error.ts';
import type { Account } from './account.ts';
import { normalEmail, requireAccountById } from './account-store.ts';
import { findByRestoreSecret, findClosed, reopen } from './closed-account-store.ts';

export async function restoreAccount(context: AppContext, by: Actor, email: string): Promise<Account> {
  const closed = await findClosed(context.database.db, 'email', normalEmail(email));
  if (!closed) throw changeRefused(`There is no deleted account ${email} that could be restored.`);
  return restoreById(context, by, closed.id);
}

/** By the link that its owner was mailed. */
export async function restoreByLink(context: AppContext, secret: string, from: Origin): Promise<Account> {
  const closed = await findByRestoreSecret(context.database.db, secret);
  if (!closed)
    throw changeRefused(
      'This link has been used, there is a newer one, or it has expired. Check your e-mail for the newest.',
    );
  return restoreById(context, actorOf(closed, from), closed.id);
}

export async function restoreById(context: AppContext, by: Actor, id: string): Promise<Account> {
  if (!(await reopen(context.database.db, id, context.now())))
    throw changeRefused('The account cannot be restored any more: its data is being removed.');
  const account = await requireAccountById(context, id);
  await recordAfter(context, by, [accountEvent('account.restored', account)]);
  return account;
}
