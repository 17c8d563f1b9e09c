/** How many rows a statement has, as far as they can be counted in a moment: unlike a count by SQLite it can be given up. */
import { SqlRefusal } from '../language/sql-refusal.ts';
import type { SqlDatabase } from './table-database.ts';

const rowsBetweenLooks = 1_024;

/** Undefined: there are more than could be counted within `ms`, or the statement cannot be counted. */
export function countRows(database: SqlDatabase, sql: string, ms: number): number | undefined {
  const until = performance.now() + ms;
  let rows = 0;
  try {
    const { statement } = database.prepare(`SELECT 1 FROM (${sql.replace(/[;\s]+$/, '')}\n)`);
    for (const _ of statement.iterate()) {
      rows += 1;
      if (rows % rowsBetweenLooks === 0 && performance.now() > until) return undefined;
    }
    return rows;
  } catch (error) {
    if (error instanceof SqlRefusal) return undefined;
    throw error;
  }
}
