/**
 * Reads a table that is still on its way to its end, before anything is answered: all of it or an error, never
 * a part (DESIGN section 1). A small one stays in memory, a larger one becomes a table file in a scratch folder.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cell, Table } from '../table.ts';
import { uniqueNames } from '../unique-names.ts';
import type { Block } from './block.ts';
import { BlockBuilder, headerLine } from './block-builder.ts';
import { ColumnKinds } from './column-kinds.ts';
import { keptTable, type WholeTable } from './stored-table.ts';
import type { StoredColumn } from './table-layout.ts';
import { blocksInMemory, blockTable, folderTable } from './table-reader.ts';
import { blockCharacters, TableWriter } from './table-writer.ts';

/** So much of a table stays in memory. */
const maxBytesInMemory = 2 * 1_024 * 1_024;

export async function spoolWhole(table: Table, scratchFolder: string): Promise<WholeTable> {
  const spool = new TableSpool(table, scratchFolder);
  try {
    for await (const batch of table.batches) {
      for (const row of batch) if (spool.put(row)) await spool.flush();
    }
    return await spool.finish();
  } catch (error) {
    await spool.drop();
    throw error;
  }
}

class TableSpool {
  readonly #names: readonly string[];
  readonly #kinds: ColumnKinds;
  readonly #folder: string;
  readonly #builder: BlockBuilder;
  readonly #kept: Block[] = [];
  #keptBytes = 0;
  /** Once it has become too large for memory. */
  #writer: TableWriter | undefined;

  constructor({ columns }: Table, scratchFolder: string) {
    this.#names = uniqueNames(columns.map(({ name }) => name));
    this.#kinds = new ColumnKinds(columns);
    this.#folder = join(scratchFolder, `source-${randomUUID()}`);
    this.#builder = new BlockBuilder(columns.length);
  }

  /** True when `flush` should be awaited before the next row. */
  put(row: readonly Cell[]): boolean {
    this.#builder.values(this.#kinds.see(row) ? row : row.map(finite));
    return this.#builder.length >= blockCharacters;
  }

  async flush(): Promise<void> {
    const block = this.#builder.take();
    if (this.#writer) return this.#writer.putBlock(block);
    this.#kept.push(block);
    this.#keptBytes += block.bytes.byteLength + block.cells.byteLength;
    if (this.#keptBytes > maxBytesInMemory) await this.#moveToDisk();
  }

  async #moveToDisk(): Promise<void> {
    await mkdir(this.#folder);
    this.#writer = await TableWriter.open(this.#folder, this.#names);
    for (const block of this.#kept.splice(0)) await this.#writer.putBlock(block);
  }

  async finish(): Promise<WholeTable> {
    if (this.#builder.rows > 0) await this.flush();
    const columns = this.#names.map((name, column) => this.#column(name, column));
    if (this.#writer) {
      const description = await this.#writer.finishScratch(columns);
      return { table: folderTable(this.#folder, description), [Symbol.asyncDispose]: () => this.#remove() };
    }
    const csv = Buffer.concat([headerLine(this.#names), ...this.#kept.map(({ bytes }) => bytes)]);
    return keptTable(blockTable(blocksInMemory(this.#kept), columns, { csv }));
  }

  #column(name: string, column: number): StoredColumn {
    return {
      name,
      type: this.#kinds.typeOf(column),
      needsNoEscaping: false,
      exceedsInt64: this.#kinds.isWide(column),
    };
  }

  async drop(): Promise<void> {
    await this.#writer?.close().catch(() => undefined);
    await this.#remove();
  }

  #remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}

/** A platform's number may be too large for any: no format has one for it. */
function finite(cell: Cell): Cell {
  return typeof cell === 'number' && !Number.isFinite(cell) ? null : cell;
}
