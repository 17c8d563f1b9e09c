/**
 * Writes a table file cell by cell (see `table-layout.ts`), holding one batch at a time. The text it makes is
 * the CSV of 4.7: quotes only where needed, a missing cell empty, the empty string `""`.
 */
import { type FileHandle, open, writeFile } from 'node:fs/promises';
import {
  blockHeaderInts,
  cellKind,
  descriptionFile,
  indexFile,
  kindBits,
  rowsFile,
  type StoredColumn,
  type TableDescription,
} from './table-layout.ts';

const batchCharacters = 64 * 1024;
const needsQuotes = /[",\r\n]/;

export class TableWriter {
  rows = 0;
  bytes = 0;
  readonly #folder: string;
  readonly #rowsHandle: FileHandle;
  readonly #indexHandle: FileHandle;
  readonly #width: number;
  readonly #emptyCell: string;
  #headerBytes = 0;
  #text = '';
  #cells = new Int32Array(4096);
  #cellCount = 0;
  #batchRows = 0;
  #atRowStart = true;

  static async open(folder: string, names: readonly string[]): Promise<TableWriter> {
    const [rows, index] = await Promise.all([open(rowsFile(folder), 'w'), open(indexFile(folder), 'w')]);
    const writer = new TableWriter(folder, rows, index, names.length);
    await writer.#writeHeader(names);
    return writer;
  }

  private constructor(folder: string, rows: FileHandle, index: FileHandle, width: number) {
    this.#folder = folder;
    this.#rowsHandle = rows;
    this.#indexHandle = index;
    this.#width = width;
    // A blank line is skipped by many readers: in a single column even a missing cell shows.
    this.#emptyCell = width === 1 ? '""' : '';
  }

  missing(): void {
    this.#put(this.#emptyCell, cellKind.missing);
  }

  number(written: string): void {
    this.#put(written, cellKind.number);
  }

  text(text: string): void {
    if (text.length === 0) this.#put('""', cellKind.quoted);
    else if (this.#width === 1 && text.trim() === '') this.#put(`"${text}"`, cellKind.quoted);
    else if (!needsQuotes.test(text)) this.#put(text, cellKind.text);
    else if (!text.includes('"')) this.#put(`"${text}"`, cellKind.quoted);
    else this.#put(`"${text.replaceAll('"', '""')}"`, cellKind.doubledQuotes);
  }

  /** A whole row: its line as it should stand, and for every cell its `length << 3 | kind`. */
  copyRow(line: string, cells: Int32Array): boolean {
    this.#text += line;
    if (this.#cellCount + this.#width > this.#cells.length) this.#grow();
    this.#cells.set(cells, this.#cellCount);
    this.#cellCount += this.#width;
    return this.endRow();
  }

  /** True when the batch is full and `flush` should be awaited before the next row. */
  endRow(): boolean {
    this.#text += '\n';
    this.#atRowStart = true;
    this.#batchRows += 1;
    return this.#text.length >= batchCharacters;
  }

  async flush(): Promise<void> {
    if (this.#batchRows === 0) return;
    const text = Buffer.from(this.#text, 'utf8');
    const block = new Int32Array(blockHeaderInts + this.#cellCount);
    block.set([this.#batchRows, text.byteLength, this.#text.length]);
    block.set(this.#cells.subarray(0, this.#cellCount), blockHeaderInts);
    this.rows += this.#batchRows;
    this.bytes += text.byteLength;
    this.#text = '';
    this.#cellCount = 0;
    this.#batchRows = 0;
    await this.#rowsHandle.writeFile(text);
    await this.#indexHandle.writeFile(Buffer.from(block.buffer));
  }

  /** Makes the file whole and durable. */
  async finish(columns: readonly StoredColumn[]): Promise<TableDescription> {
    await this.flush();
    const description = { columns: [...columns], rows: this.rows, headerBytes: this.#headerBytes };
    await Promise.all([this.#rowsHandle.sync(), this.#indexHandle.sync()]);
    await this.close();
    await writeFile(descriptionFile(this.#folder), JSON.stringify(description), { flush: true });
    return description;
  }

  async close(): Promise<void> {
    await Promise.all([this.#rowsHandle.close(), this.#indexHandle.close()]);
  }

  async #writeHeader(names: readonly string[]): Promise<void> {
    for (const name of names) this.text(name);
    const header = Buffer.from(`${names.length === 0 ? '' : this.#text}\n`, 'utf8');
    await this.#rowsHandle.writeFile(header);
    this.#headerBytes = header.byteLength;
    this.#text = '';
    this.#cellCount = 0;
    this.#atRowStart = true;
  }

  #put(written: string, kind: number): void {
    if (this.#atRowStart) {
      this.#text += written;
      this.#atRowStart = false;
      if (this.#cellCount + this.#width > this.#cells.length) this.#grow();
    } else {
      this.#text += `,${written}`;
    }
    this.#cells[this.#cellCount++] = (written.length << kindBits) | kind;
  }

  #grow(): void {
    const cells = new Int32Array(2 * this.#cells.length + this.#width);
    cells.set(this.#cells);
    this.#cells = cells;
  }
}
