/**
 * "At most so many of these", exactly, however many ask at once and in however many processes (contract 8.5.2).
 * Counting and adding in one statement is not enough on PostgreSQL, where two transactions do not see each other's
 * rows: so the row of the owner is locked first, and what is counted then is what there is until the transaction ends.
 */
import type { Database, Db, Tx } from './database.ts';

/** Whose the counted things are. */
interface Owner {
  readonly table: 'accounts' | 'endpoints';
  readonly id: string;
}

interface Limited {
  readonly most: number;
  readonly count: (transaction: Db) => Promise<number>;
  readonly add: (transaction: Db) => Promise<void>;
}

/** False when there are as many already. */
export async function addWithin(
  database: Database,
  owner: Owner,
  { most, count, add }: Limited,
): Promise<boolean> {
  return whileLocked(database, owner, async (transaction) => {
    if ((await count(transaction)) >= most) return false;
    await add(transaction);
    return true;
  });
}

/** One after the other for each owner. */
export async function whileLocked<T>(
  { db, engine }: Database,
  { table, id }: Owner,
  work: (transaction: Tx) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .modifyEnd(engine.lockRows)
      .execute();
    return work(transaction);
  });
}
