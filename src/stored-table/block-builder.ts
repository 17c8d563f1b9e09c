/**
 * Puts rows together cell by cell as they stand in a table file (see `table-layout.ts`). The text is the CSV
 * of 4.7: quotes only where needed, a missing cell empty, the empty string `""`.
 */
import type { Cell } from '../table.ts';
import type { Block } from './block.ts';
import { cellKind, kindBits } from './table-layout.ts';

const needsQuotes = /[",\r\n]/;

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
    // A blank line is skipped by many readers: in a single column even a missing cell shows.
    this.#emptyCell = width === 1 ? '""' : '';
  }

  /** Of the text so far. */
  get length(): number {
    return this.#text.length;
  }

  missing(): void {
    this.#put(this.#emptyCell, cellKind.missing);
  }

  text(text: string): void {
    const kind = this.#textKind(text);
    this.#put(writtenForm(text, kind), kind);
  }

  /** A whole row of values: one for each column, a missing one may be left out at the end. */
  values(row: readonly Cell[]): void {
    if (this.#cellCount + this.#width > this.#cells.length) this.#grow();
    let text = this.#text;
    for (let column = 0; column < this.#width; column++) {
      const cell = row[column] ?? null;
      const kind = typeof cell === 'string' ? this.#textKind(cell) : valueKind(cell);
      const written = kind === cellKind.missing ? this.#emptyCell : writtenForm(cell, kind);
      text += column === 0 ? written : `,${written}`;
      this.#cells[this.#cellCount++] = (written.length << kindBits) | kind;
    }
    this.#text = text;
    this.endRow();
  }

  /** A whole row: its line as it should stand, and for every cell its `length << 3 | kind`. */
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

  /** What was built, and begins anew. */
  take(): Block {
    const bytes = Buffer.from(this.#text, 'utf8');
    const cells = this.#cells.slice(0, this.#cellCount);
    const block = { rows: this.rows, bytes, cells, isAscii: bytes.byteLength === this.#text.length };
    this.#text = '';
    this.#cellCount = 0;
    this.rows = 0;
    return block;
  }

  #textKind(text: string): number {
    if (text.length === 0 || (this.#width === 1 && text.trim() === '')) return cellKind.quoted;
    if (!needsQuotes.test(text)) return cellKind.text;
    return text.includes('"') ? cellKind.doubledQuotes : cellKind.quoted;
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

function valueKind(cell: Exclude<Cell, string>): number {
  if (typeof cell === 'number' || typeof cell === 'bigint') return cellKind.number;
  if (cell === null) return cellKind.missing;
  return typeof cell === 'boolean' ? cellKind.boolean : cellKind.json;
}

function writtenForm(cell: Cell, kind: number): string {
  if (typeof cell !== 'string')
    return kind === cellKind.json ? quotedIfNeeded(JSON.stringify(cell)) : String(cell);
  if (kind === cellKind.text) return cell;
  return kind === cellKind.quoted ? `"${cell}"` : `"${cell.replaceAll('"', '""')}"`;
}

function quotedIfNeeded(json: string): string {
  return needsQuotes.test(json) ? `"${json.replaceAll('"', '""')}"` : json;
}

/** The header line, with its line end. */
export function headerLine(names: readonly string[]): Buffer {
  const builder = new BlockBuilder(names.length);
  for (const name of names) builder.text(name);
  builder.endRow();
  return builder.take().bytes;
}
