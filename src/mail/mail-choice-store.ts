/**
 * Which kinds of mails an account has turned off, by itself or by the link of a mail. The link is signed with a key of
 * the account, for one kind: it needs no sign-in and can change nothing else.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { randomId } from '../base/random-id.ts';
import type { Db } from '../storage/database/database.ts';
import { isMailKind, type MailKind } from './mail-kinds.ts';

const mutedList = z.array(z.string());

interface MailChoice {
  readonly linkKey: string;
  readonly muted: readonly MailKind[];
  /** As it is kept. */
  readonly mutedText: string;
}

async function choiceOf(db: Db, accountId: string): Promise<MailChoice | undefined> {
  const row = await db
    .selectFrom('mail_choices')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { link_key: linkKey, muted: mutedText } = row;
  return { linkKey, muted: mutedList.parse(JSON.parse(mutedText)).filter(isMailKind), mutedText };
}

export async function mutedKinds(db: Db, accountId: string): Promise<readonly MailKind[]> {
  return (await choiceOf(db, accountId))?.muted ?? [];
}

/** Made when it is first needed; whoever makes it, it is one. */
async function requireChoice(db: Db, accountId: string): Promise<MailChoice> {
  await db
    .insertInto('mail_choices')
    .values({ account_id: accountId, link_key: randomId(), muted: '[]' })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  const choice = await choiceOf(db, accountId);
  if (!choice) throw new Error('the account was removed meanwhile');
  return choice;
}

/** Of changes at the same time none is lost: what was changed since it was read is read again. */
export async function chooseMails(db: Db, accountId: string, kind: MailKind, isOn: boolean): Promise<void> {
  for (;;) {
    const choice = await requireChoice(db, accountId);
    const others = choice.muted.filter((each) => each !== kind);
    const { numUpdatedRows } = await db
      .updateTable('mail_choices')
      .set({ muted: JSON.stringify(isOn ? others : [...others, kind].sort()) })
      .where('account_id', '=', accountId)
      .where('muted', '=', choice.mutedText)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) return;
  }
}

/** The path of the link that turns this kind off. */
export async function unsubscribePath(db: Db, accountId: string, kind: MailKind): Promise<string> {
  const { linkKey } = await requireChoice(db, accountId);
  return `mail/unsubscribe/${accountId}/${kind}/${signature(linkKey, kind)}`;
}

/** Whether the link was made here for this account and kind. */
export async function isSigned(db: Db, accountId: string, kind: MailKind, signed: string): Promise<boolean> {
  const choice = await choiceOf(db, accountId);
  if (!choice) return false;
  const [wanted, given] = [Buffer.from(signature(choice.linkKey, kind)), Buffer.from(signed)];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

function signature(key: string, kind: MailKind): string {
  return createHmac('sha256', key).update(`unsubscribe ${kind}`).digest('base64url');
}
