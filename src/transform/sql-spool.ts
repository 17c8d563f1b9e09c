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
        for (const [i, column] of columns.entries())
          wide[i] = put(writer, row[i] ?? null, column) || wide[i] === true;
        if (writer.endRow()) await writer.flush();
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

/** True for an integer that 64 bits cannot hold. */
function put(writer: TableWriter, cell: Cell, { type }: Column): boolean {
  if (cell === null) {
    writer.missing();
    return false;
  }
  if (typeof cell === 'string') writer.text(cell);
  else if (typeof cell === 'number' || typeof cell === 'bigint') writer.number(String(cell));
  else if (typeof cell === 'boolean') writer.text(String(cell));
  else writer.text(JSON.stringify(cell));
  return type === 'integer' && !fitsInt64(cell);
}

function fitsInt64(cell: Cell): boolean {
  if (typeof cell !== 'string' && typeof cell !== 'bigint') return true;
  const value = BigInt(cell);
  return BigInt.asIntN(64, value) === value;
}
