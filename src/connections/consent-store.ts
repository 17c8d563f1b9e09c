/**
 * Consents that were begun, as they are kept (contract 5.5.2): found by the digest of their state, taken once, and then
 * their outcome, until their time is over.
 */

import type { Selectable } from 'kysely';
import type { ConsentRow } from '../storage/database/connection-schema.ts';
import type { Db } from '../storage/database/database.ts';

export type KeptConsent = Selectable<ConsentRow>;

export async function insertConsent(db: Db, consent: Omit<ConsentRow, 'outcome' | 'problem'>): Promise<void> {
  await db
    .insertInto('consents')
    .values({ ...consent, outcome: null, problem: null })
    .execute();
}

export async function findConsent(db: Db, digest: string): Promise<KeptConsent | undefined> {
  return db.selectFrom('consents').selectAll().where('digest', '=', digest).executeTakeFirst();
}

/** Blocked since the consent was begun. */
export async function isOwnerBlocked(db: Db, { account_id }: KeptConsent): Promise<boolean> {
  const owner = await db
    .selectFrom('accounts')
    .select('blocked')
    .where('id', '=', account_id)
    .executeTakeFirst();
  return owner?.blocked === 1;
}

/** Undefined when there is none, or another request has taken it. */
export async function takeConsent(db: Db, digest: string): Promise<KeptConsent | undefined> {
  return db
    .updateTable('consents')
    .set({ outcome: 'taken' })
    .where('digest', '=', digest)
    .where('outcome', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** What became of one that was taken: the connection, or why there is none. */
export async function settleConsent(
  db: Db,
  digest: string,
  outcome: { readonly connectionId: string } | { readonly problem: string },
): Promise<void> {
  const settled =
    'problem' in outcome
      ? { outcome: 'refused', problem: outcome.problem }
      : { outcome: 'done', connection_id: outcome.connectionId };
  await db
    .updateTable('consents')
    .set({ ...settled, verifier: '' })
    .where('digest', '=', digest)
    .execute();
}

export async function removeConsentsBefore(db: Db, time: number): Promise<void> {
  await db.deleteFrom('consents').where('ends_at', '<', time).execute();
}
