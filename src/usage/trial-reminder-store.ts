/**
 * Counts the requests of accounts on the trial, refused ones too, and reminds their owners at certain numbers, each
 * once: the count that the update returns decides which process does it (contract 6.1.1).
 */

import type { AppContext } from '../app-context.ts';
import { reminderKey, reminderReached } from '../ledger/plans/trial-reminders.ts';
import { trialReminder } from '../mail/messages.ts';
import { firstNotice, insertMails, mailTo } from '../mail/outbox-store.ts';
import { siteLink } from '../mail/site-link.ts';
import type { Tx } from '../storage/database/database.ts';

/** `requests` by the id of the account. */
export async function countTrialRequests(
  context: AppContext,
  db: Tx,
  requests: ReadonlyMap<string, number>,
): Promise<void> {
  // Sorted, so that concurrent transactions lock rows in the same order.
  for (const [id, count] of [...requests].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const account = await db
      .updateTable('accounts')
      .set((field) => ({ requests: field('requests', '+', count) }))
      .where('id', '=', id)
      .where('plan', '=', 'trial')
      .returning(['requests', 'email'])
      .executeTakeFirst();
    if (!account) continue;
    const reached = reminderReached(account.requests - count, account.requests);
    if (reached !== undefined) await remind(context, db, { id, email: account.email }, reached);
  }
}

async function remind(
  { config, now }: AppContext,
  db: Tx,
  account: { readonly id: string; readonly email: string },
  requests: number,
): Promise<void> {
  const at = now();
  if (!(await firstNotice(db, reminderKey(account.id, requests), at))) return;
  const message = trialReminder({ requests, link: siteLink(config, 'plans') });
  const mail = mailTo(account, message);
  await insertMails(db, [mail], at);
}
