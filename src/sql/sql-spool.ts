/**
 * Puts a table that is still on its way from its source into a table file, so that SQL can run on it (4.8).
 */

import type { StoredColumn } from '../stored-table/table-layout.ts';
import { TableWriter } from '../stored-table/table-writer.ts';
import type { Cell, Column, Table } from '../table.ts';
import { uniqueNames } from '../unique-names.ts';

export async function spoolTable(
  { columns, batches }: Table,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  const names = uniqueNames(columns.map(({ name }) => name));
  const writer = await TableWriter.open(folder, names);
  const exceedsInt64 = columns.map(() => false);
  try {
    for await (const batch of batches) {
      signal?.throwIfAborted();
      for (const row of batch) {
        for (const [i, { type }] of columns.entries()) {
          if (type === 'integer' && !fitsInt64(row[i] ?? null)) exceedsInt64[i] = true;
        }
        if (writer.values(row)) await writer.flush();
      }
    }
    await writer.finishScratch(
      columns.map((column, i) => storedColumn(column, names[i] ?? '', exceedsInt64[i] === true)),
    );
  } catch (error) {
    await writer.close().catch(() => undefined);
    throw error;
  }
}

function storedColumn(
  { type, needsNoEscaping = false }: Column,
  name: string,
  exceedsInt64: boolean,
): StoredColumn {
  return { name, type, needsNoEscaping, exceedsInt64 };
}

function fitsInt64(cell: Cell): boolean {
  if (typeof cell !== 'string' && typeof cell !== 'bigint') return true;
  const value = BigInt(cell);
  return BigInt.asIntN(64, value) === value;
}
