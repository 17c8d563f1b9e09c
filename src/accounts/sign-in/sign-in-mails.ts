/** Mails of sign-in: they hold a link with a secret, so their texts are shown to nobody else. */
import type { AppContext } from '../../app-context.ts';
import { type Addressee, mailTo } from '../../mail/mail-to.ts';
import { insertMails } from '../../mail/outbox-store.ts';
import type { Message } from '../../mail/template.ts';

export function sendSignInMail(
  { database, now }: AppContext,
  user: Addressee,
  message: Message,
): Promise<void> {
  return insertMails(database.db, [mailTo(user, message)], now());
}
