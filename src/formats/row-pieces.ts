/**
 * Streams every format that consists of an opening, the rows in order and a closing, in pieces of tens of kilobytes;
 * a table that fits into one piece is a single piece. Between pieces the event loop is left to others, and a row that
 * is longer than a piece is written in parts, so that no table holds up other requests, however large its cells are.
 */
import { LoopShare } from '../base/loop-share.ts';
import type { Batch, Cell, Column, Row } from '../table/table.ts';

export const pieceLength = 64 * 1024;
const partLength = 16 * 1024;

/** The parts of a text that is too long to be written at once. */
export type Written = string | Iterable<string>;

export interface RowLayout {
  readonly opening: string;
  readonly separator: string;
  readonly closing: string;
  writeRow(row: Row, index: number): Written;
}

export async function* rowPieces(batches: AsyncIterable<Batch>, layout: RowLayout): AsyncGenerator<string> {
  const share = new LoopShare();
  let text = layout.opening;
  let index = 0;
  for await (const batch of batches) {
    for (const row of batch) {
      if (index > 0) text += layout.separator;
      const written = layout.writeRow(row, index);
      index += 1;
      if (typeof written === 'string') text += written;
      else {
        for (const part of written) {
          if (text.length >= pieceLength) {
            yield text;
            text = '';
            await share.rest();
          }
          text += part;
        }
      }
      if (text.length >= pieceLength) {
        yield text;
        text = '';
        await share.rest();
      }
    }
  }
  yield text + layout.closing;
}

/** Changes every part; `change` must not depend on what stands before or after it. */
export function changed(written: Written, change: (part: string) => string): Written {
  return typeof written === 'string' ? change(written) : changedParts(written, change);
}

function* changedParts(parts: Iterable<string>, change: (part: string) => string): Generator<string> {
  for (const part of parts) yield change(part);
}

export function enclosed(opening: string, written: Written, closing: string): Written {
  return typeof written === 'string' ? opening + written + closing : enclosedParts(opening, written, closing);
}

export function* enclosedParts(opening: string, parts: Iterable<string>, closing: string): Generator<string> {
  yield opening;
  yield* parts;
  yield closing;
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
  /** The complete text of a long string; absent where a string is not text, but a number for example. */
  parts?(text: string): Iterable<string>;
}

/**
 * If every cell of a row has a value, joins the values with precomputed text between them; otherwise renders the
 * row cell by cell. A row that becomes longer than a piece is rendered in parts.
 */
export function rowWriter(
  columns: readonly ColumnWriter[],
  opening: string,
  closing: string,
): (row: Row) => Written {
  const seams = columns.map(({ open }, at) => (at === 0 ? opening : (columns[at - 1]?.close ?? '')) + open);
  const tail = (columns.at(-1)?.close ?? opening) + closing;
  return (row) => {
    let text = '';
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at];
      const cell = row[at] ?? null;
      if (isLong(cell) || text.length > pieceLength) return rowParts(columns, row, opening, closing);
      const value = typeof cell === 'string' && column?.copied ? cell : column?.value(cell);
      if (value === undefined) return cellByCell(columns, row, opening, closing);
      text += seams[at] + value;
    }
    return text + tail;
  };
}

function cellByCell(columns: readonly ColumnWriter[], row: Row, opening: string, closing: string): Written {
  let text = opening;
  let at = 0;
  for (const column of columns) {
    const cell = row[at] ?? null;
    if (isLong(cell) || text.length > pieceLength) return rowParts(columns, row, opening, closing);
    text += cellText(column, cell);
    at += 1;
  }
  return text + closing;
}

function* rowParts(
  columns: readonly ColumnWriter[],
  row: Row,
  opening: string,
  closing: string,
): Generator<string> {
  yield opening;
  for (const [at, column] of columns.entries()) yield* cellParts(column, row[at] ?? null);
  yield closing;
}

export function writtenCell(column: ColumnWriter, cell: Cell): Written {
  return isLong(cell) && column.parts ? column.parts(cell) : cellText(column, cell);
}

export function* cellParts(column: ColumnWriter, cell: Cell): Generator<string> {
  const written = writtenCell(column, cell);
  if (typeof written === 'string') yield written;
  else yield* written;
}

function cellText(column: ColumnWriter, cell: Cell): string {
  const value = typeof cell === 'string' && column.copied ? cell : column.value(cell);
  return value === undefined ? column.other(cell) : column.open + value + column.close;
}

export function isLong(cell: Cell): cell is string {
  return typeof cell === 'string' && cell.length > partLength;
}

/** How a column writes long strings, if they are text. */
export function longText(
  { type, form }: Column,
  { open, close, escapePart }: { open: string; close: string; escapePart(part: string): string },
): Pick<ColumnWriter, 'parts'> {
  if (type === 'integer' || type === 'number' || type === 'boolean' || form !== undefined) return {};
  return { parts: (text) => enclosedParts(open, escapedParts(text, escapePart), close) };
}

/** A long text, escaped part by part. No part ends within a character or a line end. */
export function* escapedParts(text: string, escapePart: (part: string) => string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = start + partLength;
    if (/[\r\ud800-\udbff]/.test(text.charAt(end - 1))) end += 1;
    yield escapePart(text.slice(start, end));
    start = end;
  }
}
