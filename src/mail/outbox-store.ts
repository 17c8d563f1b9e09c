/**
 * The outbox: a mail is stored in the transaction of its cause, and sent later by the one process that claims it, by a
 * conditional update (contract 6.2.1). Of what is told only once, a notice is kept.
 */

import { type SelectQueryBuilder, sql } from 'kysely';
import type { AppContext } from '../app-context.ts';
import { dayMs } from '../base/durations.ts';
import { foldedText } from '../base/folded-text.ts';
import { randomId } from '../base/random-id.ts';
import type { Database, Db } from '../storage/database/database.ts';
import { inParts } from '../storage/database/parts.ts';
import type { OutboxRow, Schema } from '../storage/database/schema.ts';
import { mutedKinds } from './mail-choice-store.ts';
import type { MailKind } from './mail-kinds.ts';
import type { Message } from './template.ts';

export interface OutboxMail {
  readonly id: string;
  /** Null of a mail that belongs to no account. */
  readonly accountId: string | null;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string | null;
  /** Null of one that always arrives. */
  readonly kind: MailKind | null;
}

export interface Addressee {
  readonly id: string;
  readonly email: string;
}

/** A mail to the owner of an account. */
export function mailTo({ id, email }: Addressee, message: Message): OutboxMail {
  return { id: randomId(), accountId: id, recipient: email, ...message };
}

export async function insertMails(db: Db, mails: readonly OutboxMail[], at: number): Promise<void> {
  const rows = (await wantedMails(db, mails)).map(({ accountId, ...mail }) => ({
    ...mail,
    recipient_folded: foldedText(mail.recipient),
    account_id: accountId,
    attempts: 0,
    created_at: at,
    due_at: at,
    sent_at: null,
  }));
  for (const part of inParts(rows)) await db.insertInto('outbox').values(part).execute();
}

/** Without those of a kind that their account has turned off. */
async function wantedMails(db: Db, mails: readonly OutboxMail[]): Promise<OutboxMail[]> {
  const wanted: OutboxMail[] = [];
  for (const mail of mails) {
    const { accountId, kind } = mail;
    const muted = accountId === null || kind === null ? [] : await mutedKinds(db, accountId);
    if (kind === null || !muted.includes(kind)) wanted.push(mail);
  }
  return wanted;
}

/** Whoever inserts the key gives the notice; false when it was given before. */
export async function firstNotice(db: Db, key: string, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notices')
    .values({ key, at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function hasNotice(db: Db, key: string): Promise<boolean> {
  const found = await db.selectFrom('notices').select('key').where('key', '=', key).executeTakeFirst();
  return found !== undefined;
}

/** So that it can be given again; false when it was not given. */
export async function removeNotice(db: Db, key: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('notices').where('key', '=', key).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export type ClaimedMail = Pick<
  OutboxRow,
  'id' | 'recipient' | 'subject' | 'body' | 'html' | 'attempts' | 'claimed_until' | 'account_id' | 'kind'
>;

/** What has been due for longer than three days is old news, and not sent. */
const staleMs = 3 * dayMs;

/**
 * The mail that is due longest and that no process sends; it is this process's for `forMs`. Looking for it writes
 * nothing.
 */
export async function claimDueMail(
  database: Database,
  at: number,
  forMs: number,
): Promise<ClaimedMail | undefined> {
  const { db, engine } = database;
  if (!(await nextMail(database, at).executeTakeFirst())) return undefined;
  return db
    .updateTable('outbox')
    .set((field) => ({
      attempts: field('attempts', '+', 1),
      claimed_until: sql<number>`${engine.now} + ${forMs}`,
    }))
    .where('id', '=', nextMail(database, at).modifyEnd(engine.skipLocked))
    .returning(['id', 'recipient', 'subject', 'body', 'html', 'attempts', 'claimed_until'])
    .returning(['account_id', 'kind'])
    .executeTakeFirst();
}

function nextMail(
  { db, engine }: Database,
  at: number,
): SelectQueryBuilder<Schema, 'outbox', { id: string }> {
  return db
    .selectFrom('outbox')
    .select('outbox.id')
    .where('outbox.due_at', '<=', at)
    .where('outbox.due_at', '>', at - staleMs)
    .where((field) =>
      field.or([field('outbox.claimed_until', 'is', null), field('outbox.claimed_until', '<', engine.now)]),
    )
    .orderBy('outbox.due_at')
    .limit(1);
}

/** Whoever has claimed it meanwhile: the mail server has it. */
export async function markSent(db: Db, id: string, at: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: at, due_at: null, claimed_until: null, last_error: null })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}

/** Without a `dueAt` it is given up. A mail that another process has claimed meanwhile is that one's. */
export async function markFailed(
  db: Db,
  { id, claimed_until }: ClaimedMail,
  lastError: string,
  dueAt: number | null,
): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: dueAt, claimed_until: null, last_error: lastError })
    .where('id', '=', id)
    .where('claimed_until', '=', claimed_until)
    .execute();
}

/** The newest first; of all recipients without one. */
export function newestMails(db: Db, recipient: string | undefined, limit: number): Promise<OutboxRow[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .$if(recipient !== undefined, (query) => query.where('recipient', '=', recipient ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function findMail(db: Db, id: string): Promise<OutboxRow | undefined> {
  return db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Also one that was given up; false when it has been sent. */
export async function makeDue(db: Db, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ due_at: at, attempts: 0 })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Mails are kept for 90 days, whether they were sent, given up or never tried for want of a mail server; what was told
 * once is remembered for two years (contract 6.1).
 */
export async function removeOldMails({ config, database: { db }, now }: AppContext): Promise<void> {
  if (config.smtpUrl !== '') await giveUpStaleMails(db, now());
  await db
    .deleteFrom('outbox')
    .where('created_at', '<', now() - 90 * dayMs)
    .execute();
  const noticesKeptFrom = now() - 730 * dayMs;
  await db.deleteFrom('notices').where('at', '<', noticesKeptFrom).execute();
  await db.deleteFrom('export_ran_notices').where('mailed_at', '<', noticesKeptFrom).execute();
}

async function giveUpStaleMails(db: Db, at: number): Promise<void> {
  await db
    .updateTable('outbox')
    .set((field) => ({
      due_at: null,
      last_error: field.fn.coalesce('last_error', sql<string>`'It could not be sent within three days.'`),
    }))
    .where('due_at', '<=', at - staleMs)
    .execute();
}
