/** One page of the outbox, newest first, by what became of the mails. */

import { contains } from '../storage/database/contains.ts';
import type { Db } from '../storage/database/database.ts';
import { type Page, type PageWanted, readPage } from '../storage/database/read-page.ts';
import type { OutboxRow } from '../storage/database/schema.ts';

const mailStates = ['waiting', 'sent', 'given up'] as const;
type MailState = (typeof mailStates)[number];

export function mailStateOf({ sent_at, due_at }: Pick<OutboxRow, 'sent_at' | 'due_at'>): MailState {
  if (sent_at !== null) return 'sent';
  return due_at === null ? 'given up' : 'waiting';
}

interface MailsWanted extends PageWanted {
  /** In the address of the recipient. */
  readonly search: string;
  readonly state: MailState | 'all';
}

export async function mailsPage(db: Db, wanted: MailsWanted): Promise<Page<OutboxRow>> {
  const { search, state } = wanted;
  const found = db.selectFrom('outbox').where(contains('recipient_folded', search));
  const matching = {
    all: found,
    sent: found.where('sent_at', 'is not', null),
    waiting: found.where('sent_at', 'is', null).where('due_at', 'is not', null),
    'given up': found.where('sent_at', 'is', null).where('due_at', 'is', null),
  }[state];
  return readPage(matching, matching.selectAll().orderBy('created_at', 'desc').orderBy('id'), wanted);
}
