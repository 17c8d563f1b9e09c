/** Invitations: a link for one address, good once and for a week, of which only a digest is kept (contract 5.8.1). */

import { digest } from '../../base/digest.ts';
import { dayMs } from '../../base/durations.ts';
import { randomId } from '../../base/random-id.ts';
import type { Db } from '../../storage/database/database.ts';
import { type Page, type PageWanted, readPage } from '../../storage/database/read-page.ts';
import type { InvitationRow } from '../../storage/database/sign-in-schema.ts';

export const goodForMs = 7 * dayMs;

/** Returns the secret of the link; an earlier one for the same address does not work any more. */
export async function addInvitation(db: Db, email: string, at: number): Promise<string> {
  const secret = randomId();
  const made = { digest: digest('invitation', secret), ends_at: at + goodForMs, created_at: at };
  await db
    .insertInto('invitations')
    .values({ ...made, email: email.trim().toLowerCase() })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(made))
    .execute();
  return secret;
}

/** Those that still work, newest first. */
export async function openInvitations(db: Db, at: number, wanted: PageWanted): Promise<Page<InvitationRow>> {
  const open = db.selectFrom('invitations').where('ends_at', '>', at);
  return readPage(open, open.selectAll().orderBy('created_at', 'desc').orderBy('digest'), wanted);
}

export async function findInvitation(db: Db, digested: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('invitations').selectAll().where('digest', '=', digested).executeTakeFirst();
}

/** The address it was for; undefined when there is none. */
export async function revokeInvitation(db: Db, digested: string): Promise<string | undefined> {
  const removed = await db
    .deleteFrom('invitations')
    .where('digest', '=', digested)
    .returning('email')
    .executeTakeFirst();
  return removed?.email;
}

export async function isInvited(db: Db, secret: string, email: string, at: number): Promise<boolean> {
  const found = await db
    .selectFrom('invitations')
    .select('digest')
    .where('digest', '=', digest('invitation', secret))
    .where('email', '=', email.trim().toLowerCase())
    .where('ends_at', '>', at)
    .executeTakeFirst();
  return found !== undefined;
}

/** It has been used. An address has one account, so nobody uses it twice, whoever else does so just now. */
export async function removeInvitation(db: Db, email: string): Promise<void> {
  await db.deleteFrom('invitations').where('email', '=', email.trim().toLowerCase()).execute();
}

export async function removeOldInvitations(db: Db, at: number): Promise<void> {
  await db.deleteFrom('invitations').where('ends_at', '<=', at).execute();
}
