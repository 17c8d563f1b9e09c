/**
 * Writes the records of a CSV file into a stored table, each cell with exactly its text, and counts them for the
 * types of the columns. Short rows are filled with missing cells. A row that has something beyond the last
 * column ends the writing: from there on only the width that the table needs is measured (contract 1.3.7). Rows that
 * have fewer or more cells than the header are counted.
 */
import { inputRefused, type RefusedError } from '../../errors/refused-error.ts';
import { cellKind, kindBits } from '../../table/stored/table-layout.ts';
import type { TableWriter } from '../../table/stored/table-writer.ts';
import { needsQuotes } from './characters.ts';
import type { CsvColumnTally } from './column-tally.ts';
import { type CsvParser, isBlankLine, quoting } from './parser.ts';

/** Rows with another number of cells than the header. */
export interface RaggedRows {
  count: number;
  /** Of the first. */
  line: number;
}

/** Of the first row; `named` up to its last cell that is not blank. */
export interface HeaderWidth {
  readonly cells: number;
  readonly named: number;
}

export class CsvRowRecorder {
  /** How many columns the rows so far need. */
  neededWidth: number;
  readonly short: RaggedRows = { count: 0, line: 0 };
  readonly long: RaggedRows = { count: 0, line: 0 };
  readonly #writer: TableWriter;
  readonly #tally: CsvColumnTally;
  readonly #delimiter: string;
  readonly #width: number;
  readonly #header: HeaderWidth;
  readonly #maxRows: number;
  readonly #cells: Int32Array;
  #rows = 0;
  #blankLines = 0;

  constructor(
    table: { writer: TableWriter; tally: CsvColumnTally; width: number; header: HeaderWidth },
    delimiter: string,
    maxRows: number,
  ) {
    this.#writer = table.writer;
    this.#tally = table.tally;
    this.#width = table.width;
    this.#header = table.header;
    this.#delimiter = delimiter;
    this.#maxRows = maxRows;
    this.#cells = new Int32Array(table.width);
    this.neededWidth = table.width;
  }

  /** Adds the record that the parser read last; a promise must be awaited before the next one. */
  add(record: CsvParser): Promise<void> | undefined {
    if (isBlankLine(record)) {
      // In a single column an empty line is a missing value, but not where the file only runs out in such lines.
      if (this.#width === 1) this.#blankLines++;
      return undefined;
    }
    if (this.#blankLines > 0) return this.#addAfterBlankLines(record);
    return this.#addRow(record) ? this.#writer.flush() : undefined;
  }

  async #addAfterBlankLines(record: CsvParser): Promise<void> {
    for (; this.#blankLines > 0; this.#blankLines--) {
      this.#countRow(record);
      this.#writer.missing();
      if (this.#writer.endRow()) await this.#writer.flush();
    }
    if (this.#addRow(record)) await this.#writer.flush();
  }

  #addRow(record: CsvParser): boolean {
    this.#countRow(record);
    if (record.count !== this.#header.cells) this.#countRagged(record);
    if (record.count > this.#width) this.neededWidth = Math.max(this.neededWidth, usedWidth(record));
    if (this.neededWidth > this.#width) return false;
    this.#tally.add(record);
    // A blank cell alone on its line is written in its own way.
    const asItStands = (record.allBits & (needsQuotes | quoting.quoted)) === 0 && this.#width > 1;
    if (asItStands) return this.#copyLine(record);
    for (let cell = 0; cell < this.#width; cell++) this.#writeCell(record, cell);
    return this.#writer.endRow();
  }

  /** A line without quotes, or need of them, stands in the stored table as it stands in the upload. */
  #copyLine({ text, count, starts, ends }: CsvParser): boolean {
    const cells = this.#cells;
    const width = this.#width;
    for (let cell = 0; cell < width; cell++) {
      const length = cell < count ? (ends[cell] ?? 0) - (starts[cell] ?? 0) : 0;
      cells[cell] = length === 0 ? cellKind.missing : (length << kindBits) | cellKind.text;
    }
    const line = text.slice(starts[0], ends[Math.min(count, width) - 1]);
    const commas = this.#delimiter === ',' || width === 1 ? line : line.replaceAll(this.#delimiter, ',');
    return this.#writer.copyRow(count < width ? commas + ','.repeat(width - count) : commas, cells);
  }

  #writeCell(record: CsvParser, cell: number): void {
    const missing =
      cell >= record.count || (record.starts[cell] === record.ends[cell] && record.bits[cell] === 0);
    if (missing) this.#writer.missing();
    else this.#writer.text(record.value(cell));
  }

  /** Empty cells at the end of a row are no more than those of a delimiter too many. */
  #countRagged(record: CsvParser): void {
    const isShort = record.count < this.#header.named;
    if (!isShort && usedWidth(record) <= this.#header.cells) return;
    const ragged = isShort ? this.short : this.long;
    if (ragged.count === 0) ragged.line = record.line;
    ragged.count += 1;
  }

  #countRow(record: CsvParser): void {
    this.#rows++;
    if (this.#rows > this.#maxRows) throw tooManyRows(record.line, this.#maxRows);
  }
}

/** The cells up to the last one that is not empty. */
function usedWidth({ count, starts, ends }: CsvParser): number {
  let used = count;
  while (used > 0 && starts[used - 1] === ends[used - 1]) used--;
  return used;
}

function tooManyRows(line: number, maxRows: number): RefusedError {
  return inputRefused(
    `The file has more than ${maxRows.toLocaleString('en')} rows, which is the limit (line ${line}). Leave out rows that you don't need, or split it into several files.`,
  );
}
