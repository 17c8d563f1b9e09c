/** The outbox as an administrator sees it; texts with a link that holds a secret are for their recipient alone. */
import { ServiceError } from '../../errors/errors.ts';
import { changeRefused } from '../../errors/refused-error.ts';
import { mailStateOf, mailsPage } from '../../mail/mail-list-store.ts';
import { findMail, makeDue } from '../../mail/outbox-store.ts';
import { hasSecretLink } from '../../mail/secret-link.ts';
import type { OutboxRow } from '../../storage/database/schema.ts';
import { type Answer, type Call, type Handlers, isoMoment, optionalMoment, pageSize } from '../api.ts';

export const mailHandlers = {
  'GET /api/administrator/mails': async ({ context, query }) => {
    const { rows, total } = await mailsPage(context.database.db, { ...query, pageSize });
    return { mails: rows.map(shown), total, pageSize, hasServer: context.config.smtpUrl !== '' };
  },
  'GET /api/administrator/mails/:id': async ({ context, params }) => {
    const mail = await requireMail(context, params.id);
    return { ...shown(mail), text: hasSecretLink(mail.body) ? null : mail.body };
  },
  'POST /api/administrator/mails/:id/retry': async ({ context, account, params }) => {
    const isDue = await makeDue(context.database.db, params.id, context.now());
    const mail = await requireMail(context, params.id);
    if (!isDue) throw changeRefused('It has been sent already, and is not sent twice.');
    context.log.info({ administrator: account.id, mail: params.id }, 'an administrator resends a mail');
    return shown(mail);
  },
} satisfies Partial<Handlers>;

async function requireMail(
  { database }: Call<'GET /api/administrator/mails/:id'>['context'],
  id: string,
): Promise<OutboxRow> {
  const mail = await findMail(database.db, id);
  if (!mail) throw new ServiceError('notFound');
  return mail;
}

function shown(mail: OutboxRow): Answer<'POST /api/administrator/mails/:id/retry'> {
  return {
    id: mail.id,
    recipient: mail.recipient,
    subject: mail.subject,
    state: mailStateOf(mail),
    attempts: mail.attempts,
    lastError: mail.last_error,
    nextAttemptAt: optionalMoment(mail.due_at),
    createdAt: isoMoment(mail.created_at),
    sentAt: optionalMoment(mail.sent_at),
  };
}
