/** Who comes back to an account that was deleted is mailed how to restore it; nobody else learns of it (decision 054). */
import type { AppContext } from '../app-context.ts';
import { accountDeleted } from '../mail/messages.ts';
import { insertMails, mailTo } from '../mail/outbox-store.ts';
import { siteLink } from '../mail/site-link.ts';
import { addRestoreSecret, type ClosedAccount, findClosed } from './closed-account-store.ts';

/** False when the account is there. */
export async function tellIfClosed(context: AppContext, accountId: string): Promise<boolean> {
  const closed = await findClosed(context.database.db, 'id', accountId);
  if (closed) await tellOfDeletion(context, closed);
  return closed !== undefined;
}

/** The link is for an account that its owner has deleted: what an administrator has, an administrator brings back. */
export async function tellOfDeletion(context: AppContext, closed: ClosedAccount): Promise<void> {
  const { config, database, now } = context;
  const { id, closedBy: by, removeAt } = closed;
  const path = by === 'owner' ? `restore#${await addRestoreSecret(database.db, id)}` : 'sign-in';
  const mail = mailTo(closed, accountDeleted({ removeAt, by, link: siteLink(config, path) }));
  await insertMails(database.db, [mail], now());
}
