/** The sample: at most `count` rows; reads no more batches of the source than needed (4.2). */
import type { Batch, Table } from '../table.ts';

export function firstRows(table: Table, count: number): Table {
  return { columns: table.columns, batches: takeRows(table.batches, count) };
}

async function* takeRows(batches: Table['batches'], count: number): AsyncGenerator<Batch> {
  let left = count;
  for await (const batch of batches) {
    yield batch.slice(0, left);
    left -= batch.length;
    if (left <= 0) return;
  }
}
