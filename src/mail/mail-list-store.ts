/** One page of the outbox, newest first, by what became of the mails. */

import { contains } from '../storage/database/contains.ts';
import { countRows } from '../storage/database/count-rows.ts';
import type { Db } from '../storage/database/database.ts';
import type { OutboxRow } from '../storage/database/schema.ts';

const mailStates = ['waiting', 'sent', 'given up'] as const;
type MailState = (typeof mailStates)[number];

export function mailStateOf({ sent_at, due_at }: Pick<OutboxRow, 'sent_at' | 'due_at'>): MailState {
  if (sent_at !== null) return 'sent';
  return due_at === null ? 'given up' : 'waiting';
}

interface MailsWanted {
  /** In the address of the recipient. */
  readonly search: string;
  readonly state: MailState | 'all';
  readonly page: number;
  readonly pageSize: number;
}

export async function mailsPage(
  db: Db,
  { search, state, page, pageSize }: MailsWanted,
): Promise<{ readonly mails: readonly OutboxRow[]; readonly total: number }> {
  const found = db.selectFrom('outbox').where(contains('recipient_folded', search));
  const matching = {
    all: found,
    sent: found.where('sent_at', 'is not', null),
    waiting: found.where('sent_at', 'is', null).where('due_at', 'is not', null),
    'given up': found.where('sent_at', 'is', null).where('due_at', 'is', null),
  }[state];
  const mails = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const total = await countRows(matching);
  return { mails, total };
}
