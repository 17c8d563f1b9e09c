/** Endpoints that their owner pauses and resumes: all of those that are named, in one statement. */
import type { Db } from '../storage/database/database.ts';

/** `at` null resumes them. Those that it has changed: who is paused already stays so since then. */
export async function setPaused(db: Db, ids: readonly string[], at: number | null): Promise<string[]> {
  const changed = await db
    .updateTable('endpoints')
    .set((field) => ({ paused_at: at, revision: field('revision', '+', 1) }))
    .where('id', 'in', ids)
    .where('paused_at', at === null ? 'is not' : 'is', null)
    .returning('id')
    .execute();
  return changed.map(({ id }) => id);
}
