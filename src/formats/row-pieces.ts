/**
 * How every format that writes row after row becomes a stream: an opening, the rows, a closing, cut into
 * pieces of some ten kilobytes; a table that fits into one piece is one piece (4.7).
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

/** How one column of a row is written. */
export interface ColumnWriter {
  /** True when a string cell is written as `open`, the cell as it stands, `close`: the fast way. */
  readonly copied: boolean;
  readonly open: string;
  readonly close: string;
  /** The whole text of any cell, what `open` and `close` stand for included. */
  write(cell: Cell): string;
}

export function rowWriter(
  columns: readonly ColumnWriter[],
  opening: string,
  closing: string,
): (row: Row) => string {
  return (row) => {
    let text = opening;
    let at = 0;
    for (const column of columns) {
      text += cellText(column, row[at] ?? null);
      at += 1;
    }
    return text + closing;
  };
}

export function cellText(column: ColumnWriter, cell: Cell): string {
  return column.copied && typeof cell === 'string' ? column.open + cell + column.close : column.write(cell);
}
