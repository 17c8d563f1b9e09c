/**
 * Reads a table to its end, before anything is answered: all of it or an error, never a part (contract 1.3.2). A small
 * table stays in memory; a larger one, or one for SQL, is stored in a scratch folder.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fitsInt64 } from '../../base/int64.ts';
import { uniqueNames } from '../../base/unique-names.ts';
import type { Cell, Column, Table } from '../table.ts';
import { plainForm } from '../written-form.ts';
import { BlockBuilder, headerLine } from './block-builder.ts';
import { ColumnKinds } from './column-kinds.ts';
import { spooledTable, type WholeTable } from './stored-table.ts';
import type { Block, StoredColumn } from './table-layout.ts';
import { blocksInMemory, blockTable, folderTable } from './table-reader.ts';
import { blockCharacters, TableWriter } from './table-writer.ts';

const maxBytesInMemory = 2 * 1_024 * 1_024;

/** A table from a source, whose cells decide what its columns are. */
export function spoolWhole(table: Table, scratchFolder: string): Promise<WholeTable> {
  const folder = join(scratchFolder, `source-${randomUUID()}`);
  return spool(table, new TableSpool(table, new ColumnKinds(table.columns), folder, maxBytesInMemory));
}

/** A table whose types hold already; always in a folder, where SQL finds it. */
export async function spoolToFolder(
  table: Table,
  scratchFolder: string,
  signal?: AbortSignal,
): Promise<WholeTable & { readonly folder: string }> {
  const folder = join(scratchFolder, `sql-input-${randomUUID()}`);
  const columns = new DeclaredColumns(table.columns);
  return { folder, ...(await spool(table, new TableSpool(table, columns, folder, 0), signal)) };
}

async function spool({ batches }: Table, into: TableSpool, signal?: AbortSignal): Promise<WholeTable> {
  try {
    for await (const batch of batches) {
      signal?.throwIfAborted();
      for (const row of batch) if (into.put(row)) await into.flush();
    }
    return await into.finish();
  } catch (error) {
    await into.drop();
    throw error;
  }
}

interface WatchedColumns {
  /** The row as it is to be stored. */
  see(row: readonly Cell[]): readonly Cell[];
  /** What they are, once all rows were seen. */
  stored(names: readonly string[]): StoredColumn[];
}

class TableSpool {
  readonly #names: readonly string[];
  readonly #columns: WatchedColumns;
  readonly #folder: string;
  readonly #maxBytesInMemory: number;
  readonly #builder: BlockBuilder;
  readonly #kept: Block[] = [];
  #keptBytes = 0;
  /** Once it has become too large for memory. */
  #writer: TableWriter | undefined;

  constructor({ columns }: Table, watched: WatchedColumns, folder: string, bytesInMemory: number) {
    this.#names = uniqueNames(columns.map(({ name }) => name));
    this.#columns = watched;
    this.#folder = folder;
    this.#maxBytesInMemory = bytesInMemory;
    this.#builder = new BlockBuilder(columns.length);
  }

  /** True when `flush` should be awaited before the next row. */
  put(row: readonly Cell[]): boolean {
    this.#builder.values(this.#columns.see(row));
    return this.#builder.length >= blockCharacters;
  }

  async flush(): Promise<void> {
    if (this.#builder.rows > 0) await this.#keep(this.#builder.take());
    if (!this.#writer && this.#keptBytes >= this.#maxBytesInMemory) await this.#moveToDisk();
  }

  async finish(): Promise<WholeTable> {
    await this.flush();
    const columns = this.#columns.stored(this.#names);
    if (this.#writer) {
      const description = await this.#writer.finishScratch(columns);
      return { table: folderTable(this.#folder, description), [Symbol.asyncDispose]: () => this.#remove() };
    }
    const csv = Buffer.concat([headerLine(this.#names), ...this.#kept.map(({ bytes }) => bytes)]);
    const count = this.#kept.reduce((sum, { rows }) => sum + rows, 0);
    return spooledTable(blockTable(blocksInMemory(this.#kept), columns, { csv, count }));
  }

  async drop(): Promise<void> {
    await this.#writer?.close().catch(() => undefined);
    await this.#remove();
  }

  async #keep(block: Block): Promise<void> {
    if (this.#writer) return this.#writer.putBlock(block);
    this.#kept.push(block);
    this.#keptBytes += block.bytes.byteLength + block.cells.byteLength;
  }

  async #moveToDisk(): Promise<void> {
    await mkdir(this.#folder);
    this.#writer = await TableWriter.open(this.#folder, this.#names);
    for (const block of this.#kept.splice(0)) await this.#writer.putBlock(block);
  }

  #remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}

/**
 * The columns of a table whose types hold already, so that a string in a column of numbers is the written form
 * of one (see `table.ts`): all that is left to find out is which integers 64 bits cannot hold (contract 4.7.4).
 */
class DeclaredColumns implements WatchedColumns {
  readonly #columns: readonly Column[];
  readonly #exceedsInt64: boolean[];

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#exceedsInt64 = columns.map(() => false);
  }

  see(row: readonly Cell[]): readonly Cell[] {
    for (const [i, column] of this.#columns.entries()) {
      if (column.type === 'integer' && exceedsInt64(row[i] ?? null, column)) this.#exceedsInt64[i] = true;
    }
    return row;
  }

  stored(names: readonly string[]): StoredColumn[] {
    return this.#columns.map(({ type, needsNoEscaping = false, decimal, form }, i) => ({
      name: names[i] ?? '',
      type,
      needsNoEscaping,
      exceedsInt64: this.#exceedsInt64[i] === true,
      ...(decimal && { decimal }),
      ...(form && { form }),
    }));
  }
}

function exceedsInt64(cell: Cell, { type, form }: Column): boolean {
  if (typeof cell === 'string' && form !== undefined) {
    const plain = plainForm(type, form)(cell);
    return plain !== null && !fitsInt64(BigInt(plain));
  }
  return (typeof cell === 'string' || typeof cell === 'bigint') && !fitsInt64(BigInt(cell));
}
