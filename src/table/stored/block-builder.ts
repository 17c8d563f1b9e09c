/**
 * Builds the blocks of a stored table (see `table-layout.ts`) from cells, values or whole lines. Their text is
 * the CSV of contract 4.7; a missing cell is empty.
 */
import type { Cell } from '../table.ts';
import { csvText, onlyCsvCell } from './csv-text.ts';
import { type Block, cellKind, kindBits } from './table-layout.ts';

export class BlockBuilder {
  rows = 0;
  readonly #width: number;
  readonly #emptyCell: string;
  #text = '';
  #cells = new Int32Array(1024);
  #cellCount = 0;
  #atRowStart = true;

  constructor(width: number) {
    this.#width = width;
    this.#emptyCell = width === 1 ? onlyCsvCell('') : '';
  }

  get length(): number {
    return this.#text.length;
  }

  missing(): void {
    this.#put(this.#emptyCell, cellKind.missing);
  }

  text(text: string): void {
    const csv = this.#textCsv(text);
    this.#put(csv, textKind(text, csv));
  }

  /** A whole row of values: one for each column, a missing one may be left out at the end. */
  values(row: readonly Cell[]): void {
    if (this.#cellCount + this.#width > this.#cells.length) this.#grow();
    let text = this.#text;
    for (let column = 0; column < this.#width; column++) {
      const cell = row[column] ?? null;
      const csv = typeof cell === 'string' ? this.#textCsv(cell) : this.#valueCsv(cell);
      const kind = typeof cell === 'string' ? textKind(cell, csv) : valueKind(cell);
      text += column === 0 ? csv : `,${csv}`;
      this.#cells[this.#cellCount++] = (csv.length << kindBits) | kind;
    }
    this.#text = text;
    this.endRow();
  }

  /** A whole row: its CSV line, and for every cell its `length << 3 | kind`. */
  copyRow(line: string, cells: Int32Array): void {
    this.#text += line;
    if (this.#cellCount + this.#width > this.#cells.length) this.#grow();
    this.#cells.set(cells, this.#cellCount);
    this.#cellCount += this.#width;
    this.endRow();
  }

  endRow(): void {
    this.#text += '\n';
    this.#atRowStart = true;
    this.rows += 1;
  }

  /** The rows since the last block. */
  take(): Block {
    const bytes = Buffer.from(this.#text, 'utf8');
    const cells = this.#cells.slice(0, this.#cellCount);
    const block = { rows: this.rows, bytes, cells, isAscii: bytes.byteLength === this.#text.length };
    this.#text = '';
    this.#cellCount = 0;
    this.rows = 0;
    return block;
  }

  #textCsv(text: string): string {
    const csv = csvText(text);
    return this.#width === 1 ? onlyCsvCell(csv) : csv;
  }

  #valueCsv(value: Exclude<Cell, string>): string {
    if (value === null) return this.#emptyCell;
    return typeof value === 'object' ? csvText(JSON.stringify(value)) : String(value);
  }

  #put(csv: string, kind: number): void {
    if (this.#atRowStart) {
      this.#text += csv;
      this.#atRowStart = false;
      if (this.#cellCount + this.#width > this.#cells.length) this.#grow();
    } else {
      this.#text += `,${csv}`;
    }
    this.#cells[this.#cellCount++] = (csv.length << kindBits) | kind;
  }

  #grow(): void {
    const cells = new Int32Array(2 * this.#cells.length + this.#width);
    cells.set(this.#cells);
    this.#cells = cells;
  }
}

/** The quotes around the text are two characters; every further one doubles a quote in it. */
function textKind(text: string, csv: string): number {
  const added = csv.length - text.length;
  if (added === 0) return cellKind.text;
  return added === 2 ? cellKind.quoted : cellKind.doubledQuotes;
}

function valueKind(cell: Exclude<Cell, string>): number {
  if (typeof cell === 'number' || typeof cell === 'bigint') return cellKind.number;
  if (cell === null) return cellKind.missing;
  return typeof cell === 'boolean' ? cellKind.boolean : cellKind.json;
}

/** The header line, with its line end. */
export function headerLine(names: readonly string[]): Buffer {
  const builder = new BlockBuilder(names.length);
  for (const name of names) builder.text(name);
  builder.endRow();
  return builder.take().bytes;
}
