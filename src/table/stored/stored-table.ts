/**
 * A table whose rows are stored: in a folder (see `table-layout.ts`), or in memory in the same form. It can be
 * read several times, and a stage may use the folder or the CSV text directly instead of the rows.
 */
import type { Batch, Column, Table } from '../table.ts';

export interface StoredRows {
  readonly count?: number;
  /** Absent when the rows are in memory only. */
  readonly folder?: string;
  /** Which of the stored columns the table has, in order; absent when it has all of them as they are. */
  readonly picked?: readonly number[];
  /** The whole CSV text, where it is small enough to be kept in memory. */
  readonly csv?: Uint8Array;
  /** Names these rows for ever, so that what is made of them can be cached; absent for those of one export. */
  readonly contentKey?: string;
}

export class StoredTable implements Table {
  readonly columns: readonly Column[];
  readonly batches: AsyncIterable<Batch>;
  readonly rows: StoredRows;

  constructor(columns: readonly Column[], batches: AsyncIterable<Batch>, rows: StoredRows) {
    this.columns = columns;
    this.batches = batches;
    this.rows = rows;
  }

  get rowCount(): number | undefined {
    return this.rows.count;
  }
}

/** A table that was read to its end; disposing of it removes what it was stored in. */
export interface WholeTable extends AsyncDisposable {
  readonly table: StoredTable;
}

/** A table that something else owns: disposing of it does nothing. */
export function spooledTable(table: StoredTable): WholeTable {
  return { table, [Symbol.asyncDispose]: async () => {} };
}
