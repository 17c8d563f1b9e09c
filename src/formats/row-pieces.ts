/**
 * Streams every format that consists of an opening, the rows in order and a closing, in pieces of tens of kilobytes;
 * a table that fits into one piece is a single piece (4.7).
 */
import type { Batch, Cell, Row } from '../table.ts';

export const pieceLength = 64 * 1024;

export interface RowLayout {
  readonly opening: string;
  readonly separator: string;
  readonly closing: string;
  writeRow(row: Row, index: number): string;
}

export async function* rowPieces(batches: AsyncIterable<Batch>, layout: RowLayout): AsyncGenerator<string> {
  let text = layout.opening;
  let index = 0;
  for await (const batch of batches) {
    for (const row of batch) {
      if (index > 0) text += layout.separator;
      text += layout.writeRow(row, index);
      index += 1;
      if (text.length >= pieceLength) {
        yield text;
        text = '';
      }
    }
  }
  yield text + layout.closing;
}

/** Renders the cells of one column. */
export interface ColumnWriter {
  /** The text before and after a value. */
  readonly open: string;
  readonly close: string;
  /** True if a string cell is copied unchanged. */
  readonly copied: boolean;
  /** The text between `open` and `close`; undefined for a cell that needs `other`. */
  value(cell: Cell): string | undefined;
  /** The complete text of a cell for which `value` returns undefined. */
  other(cell: Cell): string;
}

/**
 * If every cell of a row has a value, joins the values with precomputed text between them; otherwise renders the
 * row cell by cell.
 */
export function rowWriter(
  columns: readonly ColumnWriter[],
  opening: string,
  closing: string,
): (row: Row) => string {
  const seams = columns.map(({ open }, at) => (at === 0 ? opening : (columns[at - 1]?.close ?? '')) + open);
  const tail = (columns.at(-1)?.close ?? opening) + closing;
  return (row) => {
    let text = '';
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at];
      const cell = row[at] ?? null;
      const value = typeof cell === 'string' && column?.copied ? cell : column?.value(cell);
      if (value === undefined) return opening + cellByCell(columns, row) + closing;
      text += seams[at] + value;
    }
    return text + tail;
  };
}

function cellByCell(columns: readonly ColumnWriter[], row: Row): string {
  let text = '';
  let at = 0;
  for (const column of columns) {
    text += cellText(column, row[at] ?? null);
    at += 1;
  }
  return text;
}

export function cellText(column: ColumnWriter, cell: Cell): string {
  const value = typeof cell === 'string' && column.copied ? cell : column.value(cell);
  return value === undefined ? column.other(cell) : column.open + value + column.close;
}
