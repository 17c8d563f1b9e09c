/** Sessions of an account, as their owner sees them: never with the secret that is in the cookie (section 5). */
import type { Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import type { SessionRow } from '../storage/sign-in-schema.ts';

type Db = Kysely<Schema>;

export type ListedSession = Pick<
  SessionRow,
  'id' | 'user_agent' | 'ip_address' | 'created_at' | 'updated_at'
>;

/** Those last seen come first. */
export async function sessionsOf(
  db: Db,
  accountId: string,
  at: number,
  limit: number,
): Promise<ListedSession[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'updated_at'])
    .where('user_id', '=', accountId)
    .where('expires_at', '>', new Date(at).toISOString())
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** False when the account has no such session. */
export async function endSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Answers how many there were. */
export async function endOtherSessions(db: Db, accountId: string, kept: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', accountId)
    .where('id', '!=', kept)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
