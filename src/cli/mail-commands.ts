/** `mail list` and `mail retry`: what the outbox holds, and one more attempt for a mail in it. */
import { isoMoment, optionalMoment } from '../api/api.ts';
import type { AppContext } from '../app-context.ts';
import { findMail, makeDue, newestMails } from '../mail/outbox-store.ts';
import type { OutboxRow } from '../storage/database/schema.ts';
import { type Command, type CommandResult, onlyArgument, optionalArgument } from './command.ts';

const maxListed = 200;

export const mailList: Command = {
  usage: 'mail list [EMAIL]',
  does: `Lists the newest ${maxListed} mails, or those to one address, with what became of them.`,
  options: {},
  run: async ({ database }, input) => {
    const recipient = optionalArgument(input, 'EMAIL')?.trim().toLowerCase();
    if (recipient !== undefined && !recipient.includes('@')) {
      throw new Error(`${JSON.stringify(recipient)} is not an e-mail address.`);
    }
    return { mails: (await newestMails(database.db, recipient, maxListed)).map(shown) };
  },
};

export const mailRetry: Command = {
  usage: 'mail retry ID',
  does: 'Sends a mail that has not been sent as soon as possible, also one that was given up; it then has all its attempts again.',
  options: {},
  run: async (context, input) => {
    const id = onlyArgument(input, 'ID');
    const isDue = await makeDue(context.database.db, id, context.now());
    const mail = await requireMail(context, id);
    if (!isDue) throw new Error(`The mail ${id} has been sent already, and is not sent twice.`);
    return shown(mail);
  },
};

async function requireMail({ database }: AppContext, id: string): Promise<OutboxRow> {
  const mail = await findMail(database.db, id);
  if (!mail) throw new Error(`There is no mail ${JSON.stringify(id)}. List them with: mail list`);
  return mail;
}

function shown(mail: OutboxRow): CommandResult {
  return {
    id: mail.id,
    to: mail.recipient,
    subject: mail.subject,
    text: mail.body,
    createdAt: isoMoment(mail.created_at),
    sentAt: optionalMoment(mail.sent_at),
    attempts: mail.attempts,
    lastError: mail.last_error,
  };
}
