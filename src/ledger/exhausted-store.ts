/**
 * The mail that the credits are used up: once per billing cycle, in the transaction that took the last. On the trial it
 * takes the place of the reminder that would come with the same request.
 */

import { creditsExhausted, trialUsedUp } from '../mail/messages.ts';
import { firstNotice, insertMails, mailTo } from '../mail/outbox-store.ts';
import type { Tx } from '../storage/database/database.ts';
import { isPlanName, plans } from './plans/plans.ts';
import { reminderKey, reminderReached } from './plans/trial-reminders.ts';

/** Of the trial's hits, at most. */
const countedLate = 10;

export async function mailExhausted(db: Tx, accountId: string, link: string, at: number): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'plan', 'cycle_ends', 'subscription_ends', 'requests'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) return;
  const { email, plan, cycle_ends: cycleEnds } = account;
  if (!(await firstNotice(db, `credits-exhausted/${accountId}/${cycleEnds ?? plan}`, at))) return;
  if (plan === 'trial') {
    // Requests are counted a second late.
    const reminder = reminderReached(account.requests, account.requests + countedLate);
    if (reminder !== undefined) await firstNotice(db, reminderKey(accountId, reminder), at);
    await insertMails(db, [mailTo({ id: accountId, email }, trialUsedUp({ link }))], at);
    return;
  }
  const label = isPlanName(plan) ? plans[plan].label : plan;
  const ends = account.subscription_ends;
  const isLast = ends !== null && cycleEnds !== null && ends <= cycleEnds;
  const message = creditsExhausted({ plan: label, cycleEnds: isLast ? null : cycleEnds, link });
  await insertMails(db, [mailTo({ id: accountId, email }, message)], at);
}
