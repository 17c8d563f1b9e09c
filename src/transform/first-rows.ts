/** The sample: at most `count` rows; reads no more batches of the source than needed (contract 4.2.6). */
import type { Batch, Row, Table } from '../table/table.ts';

export function firstRows(table: Table, count: number): Table {
  return { columns: table.columns, batches: takeRows(table.batches, count) };
}

/** In memory, so that it can be read more than once. */
export interface HeldTable extends Table {
  readonly rows: readonly Row[];
}

export async function holdFirstRows(table: Table, count: number): Promise<HeldTable> {
  return heldTable(table.columns, (await Array.fromAsync(takeRows(table.batches, count))).flat());
}

export function heldTable(columns: Table['columns'], rows: readonly Row[]): HeldTable {
  return { columns, rows, rowCount: rows.length, batches: oneBatch(rows) };
}

function oneBatch(rows: Batch): Table['batches'] {
  return {
    async *[Symbol.asyncIterator]() {
      if (rows.length > 0) yield rows;
    },
  };
}

async function* takeRows(batches: Table['batches'], count: number): AsyncGenerator<Batch> {
  let left = count;
  for await (const batch of batches) {
    yield batch.slice(0, left);
    left -= batch.length;
    if (left <= 0) return;
  }
}
