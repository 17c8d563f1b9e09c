/**
 * Inserts rows by statements that are compiled once, for a few numbers of rows: to compile one for every number would
 * cost more than the insert.
 */

import type { CompiledQuery } from 'kysely';
import type { Tx } from './database.ts';

/** Rows of one statement. */
const sizes = [250, 50, 10, 5, 2, 1] as const;

export type InsertRows<Row> = (db: Tx, rows: readonly Row[]) => Promise<void>;

/** `parametersOf` has the values of a row in the order of the columns in the statement. */
export function compiledInsert<Row>(
  compile: (size: number) => CompiledQuery,
  parametersOf: (row: Row) => readonly unknown[],
): InsertRows<Row> {
  const statements = sizes.map((size) => ({ size, statement: compile(size) }));
  return async (db, rows) => {
    let done = 0;
    for (const { size, statement } of statements) {
      for (; rows.length - done >= size; done += size) {
        const parameters = rows.slice(done, done + size).flatMap(parametersOf);
        await db.executeQuery({ ...statement, parameters });
      }
    }
  };
}
