/** Who needs a plan of their own asks the administrators by e-mail; once a day, so that nobody fills their mailboxes. */
import type { AppContext } from '../app-context.ts';
import { dayOf } from '../base/utc-day.ts';
import { changeRefused } from '../errors/refused-error.ts';
import { firstNotice, insertMails, mailTo } from '../mail/outbox-store.ts';
import { customPlanAsked } from '../mail/plan-messages.ts';
import { siteLink } from '../mail/site-link.ts';
import type { Account } from './account.ts';
import { localAddress } from './local-account.ts';

const mostAsked = 10;

export async function askForCustomPlan(
  { database: { db }, config, now }: AppContext,
  account: Account,
  message: string,
): Promise<void> {
  const at = now();
  const asked = await db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('admin', '=', 1)
    .where('blocked', '=', 0)
    .where('email', '<>', localAddress)
    .orderBy('created_at')
    .limit(mostAsked)
    .execute();
  if (asked.length === 0) throw changeRefused('Nobody can be asked: no administrator has an e-mail address.');
  const link = siteLink(config, `admin/accounts?account=${account.id}`);
  const mail = customPlanAsked({ email: account.email, message, link });
  await db.transaction().execute(async (transaction) => {
    if (!(await firstNotice(transaction, `custom-plan ${account.id} ${dayOf(at)}`, at)))
      throw changeRefused('You have asked today. You will get an answer by e-mail.');
    await insertMails(
      transaction,
      asked.map((each) => mailTo(each, mail)),
      at,
    );
  });
}
