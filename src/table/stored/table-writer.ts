/** Writes a stored table (see `table-layout.ts`) cell by cell, with one block at a time in memory. */
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import type { Cell } from '../table.ts';
import { BlockBuilder, headerLine } from './block-builder.ts';
import type { FileReading } from './file-reading.ts';
import {
  type Block,
  blockHeaderInts,
  descriptionFile,
  indexFile,
  rowsFile,
  type StoredColumn,
  type TableDescription,
} from './table-layout.ts';

/** A block is full from here on. */
export const blockCharacters = 64 * 1024;

export class TableWriter {
  rows = 0;
  bytes = 0;
  readonly #folder: string;
  readonly #rowsHandle: FileHandle;
  readonly #indexHandle: FileHandle;
  readonly #builder: BlockBuilder;
  #headerBytes = 0;

  static async open(folder: string, names: readonly string[]): Promise<TableWriter> {
    // A file that nobody closes ends the process when it is collected.
    await using opened = new AsyncDisposableStack();
    const rows = opened.use(await open(rowsFile(folder), 'w'));
    const index = opened.use(await open(indexFile(folder), 'w'));
    const writer = new TableWriter(folder, rows, index, names.length);
    const header = headerLine(names);
    writer.#headerBytes = header.byteLength;
    await rows.writeFile(header);
    opened.move();
    return writer;
  }

  private constructor(folder: string, rows: FileHandle, index: FileHandle, width: number) {
    this.#folder = folder;
    this.#rowsHandle = rows;
    this.#indexHandle = index;
    this.#builder = new BlockBuilder(width);
  }

  missing(): void {
    this.#builder.missing();
  }

  text(text: string): void {
    this.#builder.text(text);
  }

  /** See `BlockBuilder`; true when the block is full and `flush` should be awaited before the next row. */
  values(row: readonly Cell[]): boolean {
    this.#builder.values(row);
    return this.#builder.length >= blockCharacters;
  }

  /** See `BlockBuilder`; true when the block is full and `flush` should be awaited before the next row. */
  copyRow(line: string, cells: Int32Array): boolean {
    this.#builder.copyRow(line, cells);
    return this.#builder.length >= blockCharacters;
  }

  /** True when the block is full and `flush` should be awaited before the next row. */
  endRow(): boolean {
    this.#builder.endRow();
    return this.#builder.length >= blockCharacters;
  }

  async flush(): Promise<void> {
    if (this.#builder.rows > 0) await this.putBlock(this.#builder.take());
  }

  /** A block that was built elsewhere; only between two rows. */
  async putBlock({ rows, bytes, cells, isAscii }: Block): Promise<void> {
    const index = new Int32Array(blockHeaderInts + cells.length);
    index.set([rows, bytes.byteLength, Number(isAscii)]);
    index.set(cells, blockHeaderInts);
    this.rows += rows;
    this.bytes += bytes.byteLength;
    await this.#rowsHandle.writeFile(bytes);
    await this.#indexHandle.writeFile(Buffer.from(index.buffer));
  }

  /** Completes the table and makes it durable. */
  async finish(columns: readonly StoredColumn[]): Promise<TableDescription> {
    await this.flush();
    await Promise.all([this.#rowsHandle.sync(), this.#indexHandle.sync()]);
    return this.#describe(columns, true);
  }

  /** Completes the table; it need not outlive a power loss. */
  async finishScratch(columns: readonly StoredColumn[]): Promise<TableDescription> {
    await this.flush();
    return this.#describe(columns, false);
  }

  async #describe(columns: readonly StoredColumn[], flush: boolean): Promise<TableDescription> {
    const description = { columns: [...columns], rows: this.rows, headerBytes: this.#headerBytes };
    await this.close();
    await writeDescription(this.#folder, description, flush);
    return description;
  }

  async close(): Promise<void> {
    await Promise.all([this.#rowsHandle.close(), this.#indexHandle.close()]);
  }
}

async function writeDescription(
  folder: string,
  description: TableDescription,
  flush: boolean,
): Promise<void> {
  await writeFile(descriptionFile(folder), JSON.stringify(description), { flush });
}

/** What is found out by reading the finished table of a file; durable like the table. */
export async function addReading(
  folder: string,
  finished: TableDescription,
  reading: FileReading,
): Promise<TableDescription> {
  const description = { ...finished, reading };
  await writeDescription(folder, description, true);
  return description;
}
