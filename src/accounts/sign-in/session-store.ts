/** Sessions of an account, as their owner sees them: never with the secret that is in the cookie (contract 5.7). */
import type { Database, Db } from '../../storage/database/database.ts';
import type { SessionRow } from '../../storage/database/sign-in-schema.ts';
import { whileLocked } from '../../storage/database/within-limit.ts';

type ListedSession = Pick<SessionRow, 'id' | 'user_agent' | 'ip_address' | 'created_at' | 'updated_at'>;

const maxSessions = 50;

/** For a new one the sessions that were not seen for longest end, if there are too many. */
export async function endOldestSessions(database: Database, accountId: string): Promise<void> {
  await whileLocked(database, { table: 'accounts', id: accountId }, async (transaction) => {
    await transaction
      .deleteFrom('sessions')
      .where('user_id', '=', accountId)
      .where('id', 'not in', (query) =>
        query
          .selectFrom('sessions as kept')
          .select('kept.id')
          .where('kept.user_id', '=', accountId)
          .orderBy('kept.updated_at', 'desc')
          .orderBy('kept.id')
          .limit(maxSessions),
      )
      .execute();
  });
}

/** Those last seen come first. */
export async function sessionsOf(db: Db, accountId: string, at: number): Promise<ListedSession[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'updated_at'])
    .where('user_id', '=', accountId)
    .where('expires_at', '>', new Date(at).toISOString())
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(maxSessions)
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
