/** The profiles of the columns of a table, in one reading of its rows. */
import type { Table } from '../table.ts';
import { ProfiledColumn } from './profile-column.ts';
import type { TableProfile } from './table-profile.ts';
import type { CountsBound } from './value-counts.ts';

/** Values of a column are counted up to here; of all columns together. */
const mostValues = 10_000;
const valuesInAll = 1_000_000;
const charactersInAll = 32_000_000;

export function boundOf(columns: number): CountsBound {
  const share = Math.max(1, columns);
  return {
    values: Math.min(mostValues, Math.floor(valuesInAll / share)),
    characters: Math.floor(charactersInAll / share),
  };
}

export async function profileTable(
  { columns, batches }: Pick<Table, 'columns' | 'batches'>,
  bound = boundOf(columns.length),
): Promise<TableProfile> {
  const profiled = columns.map((column) => new ProfiledColumn(column, bound));
  let rows = 0;
  for await (const batch of batches) {
    for (const [at, column] of profiled.entries()) {
      for (const row of batch) column.add(row[at] ?? null);
    }
    rows += batch.length;
  }
  return { rows, columns: profiled.map((column) => column.profile()) };
}
