/**
 * A table made by hand: its columns, and its rows in batches of a chosen length.
 */
import type { Column, Row, Table } from '../../src/table/table.ts';

export function tableOf(columns: readonly Column[], rows: readonly Row[], batchLength = 500): Table {
  return { columns, batches: batchesOf(rows, batchLength) };
}

async function* batchesOf(rows: readonly Row[], length: number): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += length) yield rows.slice(start, start + length);
}
