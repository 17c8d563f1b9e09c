/** Consents that were begun, as they are kept (section 5): found by the digest of their state, and taken once. */
import type { Kysely, Selectable } from 'kysely';
import type { ConsentRow, Schema } from '../storage/schema.ts';

type Db = Kysely<Schema>;

export async function insertConsent(db: Db, consent: ConsentRow): Promise<void> {
  await db.insertInto('consents').values(consent).execute();
}

/** Undefined when there is none, or another request has taken it. */
export async function takeConsent(db: Db, digest: string): Promise<Selectable<ConsentRow> | undefined> {
  return db.deleteFrom('consents').where('digest', '=', digest).returningAll().executeTakeFirst();
}

export async function removeConsentsBefore(db: Db, time: number): Promise<void> {
  await db.deleteFrom('consents').where('ends_at', '<', time).execute();
}
