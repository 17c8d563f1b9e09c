/** Invitations: a link for one address, good once and for a week, of which only a digest is kept (section 5). */
import type { Kysely } from 'kysely';
import { digest } from '../digest.ts';
import { randomId } from '../random-id.ts';
import type { Schema } from '../storage/schema.ts';

const goodForMs = 7 * 24 * 60 * 60 * 1_000;

/** Returns the secret of the link. */
export async function addInvitation(db: Kysely<Schema>, email: string, at: number): Promise<string> {
  const secret = randomId();
  await db
    .insertInto('invitations')
    .values({
      digest: digest('invitation', secret),
      email: email.trim().toLowerCase(),
      ends_at: at + goodForMs,
      created_at: at,
    })
    .execute();
  return secret;
}

/** True once. */
export async function takeInvitation(
  db: Kysely<Schema>,
  secret: string,
  email: string,
  at: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('digest', '=', digest('invitation', secret))
    .where('email', '=', email.trim().toLowerCase())
    .where('ends_at', '>', at)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function removeOldInvitations(db: Kysely<Schema>, at: number): Promise<void> {
  await db.deleteFrom('invitations').where('ends_at', '<=', at).execute();
}
