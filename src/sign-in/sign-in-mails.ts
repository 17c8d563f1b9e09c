/** Mails of sign-in: they hold a link with a secret, so their texts are shown to nobody else (section 6). */
import type { AppContext } from '../app-context.ts';
import type { Message } from '../mail/messages.ts';
import { insertMails } from '../mail/outbox-store.ts';
import { randomId } from '../random-id.ts';

export async function mailTo(
  { database, now }: AppContext,
  user: { readonly id: string; readonly email: string },
  message: Message,
): Promise<void> {
  const mail = { id: randomId(), accountId: user.id, recipient: user.email, ...message };
  await insertMails(database.db, [mail], now());
}
