/** Which mails the own account wants. */
import { chooseMails, mutedKinds } from '../../mail/mail-choice-store.ts';
import { isMailKind, mailKinds } from '../../mail/mail-kinds.ts';
import type { Db } from '../../storage/database/database.ts';
import type { Answer, Handlers } from '../api.ts';

export const mailChoiceHandlers = {
  'GET /api/account/mails': ({ context, account }) => choicesOf(context.database.db, account.id),
  'PUT /api/account/mails': async ({ context, account, body }) => {
    const { db } = context.database;
    await chooseMails(db, account.id, body.kind, body.isOn);
    return choicesOf(db, account.id);
  },
} satisfies Partial<Handlers>;

async function choicesOf(db: Db, accountId: string): Promise<Answer<'GET /api/account/mails'>> {
  const muted = await mutedKinds(db, accountId);
  const kinds = Object.keys(mailKinds).filter(isMailKind);
  return { kinds: kinds.map((kind) => ({ kind, ...mailKinds[kind], isOn: !muted.includes(kind) })) };
}
