/** The outbox: a mail is stored in the transaction of its cause, and sent later (section 6). */
import type { Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';

export interface OutboxMail {
  readonly id: string;
  /** Null of a mail that belongs to no account. */
  readonly accountId: string | null;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string | null;
}

export async function insertMails(
  db: Kysely<Schema>,
  mails: readonly OutboxMail[],
  at: number,
): Promise<void> {
  const rows = mails.map(({ accountId, ...mail }) => ({
    ...mail,
    account_id: accountId,
    attempts: 0,
    created_at: at,
    due_at: at,
    sent_at: null,
  }));
  if (rows.length > 0) await db.insertInto('outbox').values(rows).execute();
}
