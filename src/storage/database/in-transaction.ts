/** Steps of several stores as one: all of them are done, or none. */
import type { Db, Tx } from './database.ts';

export function inTransaction<Result>(db: Db, steps: (transaction: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(steps);
}
