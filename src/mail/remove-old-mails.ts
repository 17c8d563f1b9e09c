/**
 * Mails are kept for 90 days, whether they were sent, given up or never tried for want of a mail server; what was told
 * once is remembered for two years (contract 6.1).
 */

import type { AppContext } from '../app-context.ts';
import { dayMs } from '../base/durations.ts';
import { removeNoticesBefore } from './notice-store.ts';
import { giveUpStaleMails, removeMailsBefore } from './outbox-store.ts';

export async function removeOldMails({ config, database, now }: AppContext): Promise<void> {
  if (config.smtpUrl !== '') await giveUpStaleMails(database.db, now());
  await removeMailsBefore(database.db, now() - 90 * dayMs);
  await removeNoticesBefore(database.db, now() - 730 * dayMs);
}
