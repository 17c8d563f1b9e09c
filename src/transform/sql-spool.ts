/**
 * Puts a table that is still on its way from its source into a table file, so that SQL can run on it (4.8).
 */
import type { Cell, Column, Table } from '../table.ts';
import type { StoredColumn } from '../table-file/table-layout.ts';
import { TableWriter } from '../table-file/table-writer.ts';
import { uniqueNames } from '../unique-names.ts';

export async function spoolTable(
  { columns, batches }: Table,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  const names = uniqueNames(columns.map(({ name }) => name));
  const writer = await TableWriter.open(folder, names);
  const wide = columns.map(() => false);
  try {
    for await (const batch of batches) {
      signal?.throwIfAborted();
      for (const row of batch) {
        for (const [i, { type }] of columns.entries()) {
          if (type === 'integer' && !fitsInt64(row[i] ?? null)) wide[i] = true;
        }
        if (writer.values(row)) await writer.flush();
      }
    }
    await writer.finishScratch(
      columns.map((column, i) => storedColumn(column, names[i] ?? '', wide[i] === true)),
    );
  } catch (error) {
    await writer.close().catch(() => undefined);
    throw error;
  }
}

function storedColumn({ type, plain = false }: Column, name: string, wide: boolean): StoredColumn {
  return { name, type, plain, wide };
}

function fitsInt64(cell: Cell): boolean {
  if (typeof cell !== 'string' && typeof cell !== 'bigint') return true;
  const value = BigInt(cell);
  return BigInt.asIntN(64, value) === value;
}
