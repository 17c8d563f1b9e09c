/** The mail that the credits are used up: once per billing cycle, in the transaction that took the last. */

import { creditsExhausted } from '../mail/messages.ts';
import { firstNotice, insertMails, mailTo } from '../mail/outbox-store.ts';
import type { Tx } from '../storage/database/database.ts';
import { isPlanName, plans } from './plans/plans.ts';

export async function mailExhausted(db: Tx, accountId: string, link: string, at: number): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'plan', 'cycle_ends'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) return;
  const { email, plan, cycle_ends: cycleEnds } = account;
  if (!(await firstNotice(db, `credits-exhausted/${accountId}/${cycleEnds ?? plan}`, at))) return;
  const label = isPlanName(plan) ? plans[plan].label : plan;
  const message = creditsExhausted({ plan: label, cycleEnds, link });
  await insertMails(db, [mailTo({ id: accountId, email }, message)], at);
}
