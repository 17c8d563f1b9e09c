/**
 * The rows of a Google sheet in batches: the next piece is requested while one is turned into cells. Rows
 * without any cell are no records; short rows are filled up with missing values (contract 1.3.7).
 */
import { setImmediate } from 'node:timers/promises';
import type { Batch, Cell, Row } from '../../table/table.ts';
import { cellOf, isEmptyCell, type SheetCells } from './cells.ts';
import type { OpenedCursor } from './cursor.ts';
import type { SheetRow } from './values.ts';

const cellsPerBatch = 2_500;

export interface RowsWanted {
  /** Those of the columns. */
  readonly places: readonly number[];
  readonly maxRows?: number | undefined;
}

export async function* readRows(
  { cursor, first }: OpenedCursor,
  { places, maxRows = Number.POSITIVE_INFINITY }: RowsWanted,
): AsyncGenerator<Batch> {
  let rowsLeft = maxRows;
  for await (const cells of piecesOf({ cursor, first }, maxRows === Number.POSITIVE_INFINITY)) {
    for (const batch of batchesOf(cells, places, cursor.width)) {
      const wanted = batch.slice(0, rowsLeft);
      rowsLeft -= wanted.length;
      if (wanted.length > 0) yield wanted;
      if (rowsLeft <= 0) return;
      await setImmediate();
    }
  }
}

async function* piecesOf({ cursor, first }: OpenedCursor, readAhead: boolean): AsyncGenerator<SheetCells> {
  let cells: SheetCells | undefined = first;
  while (cells) {
    const ahead: Promise<SheetCells> | undefined = readAhead && !cursor.isAtEnd ? cursor.next() : undefined;
    // Its failure is thrown where it is awaited; until then it must not count as unhandled.
    ahead?.catch(() => undefined);
    // It is sent before these cells are read.
    if (ahead) await setImmediate();
    yield cells;
    cells = ahead ? await ahead : cursor.isAtEnd ? undefined : await cursor.next();
  }
}

function* batchesOf(
  { shown, serials }: SheetCells,
  places: readonly number[],
  width: number,
): Generator<Batch> {
  const rowsPerBatch = Math.max(1, Math.floor(cellsPerBatch / Math.max(1, width)));
  for (let start = 0; start < shown.length; start += rowsPerBatch) {
    const rows: Row[] = [];
    for (let row = start; row < Math.min(shown.length, start + rowsPerBatch); row += 1) {
      const cells = shown[row] ?? [];
      if (!cells.every(isEmptyCell)) rows.push(rowOf(cells, serials?.[row], places));
    }
    yield rows;
  }
}

function rowOf(shown: SheetRow, serials: SheetRow | undefined, places: readonly number[]): Row {
  return places.map((place): Cell => cellOf(shown[place], serials?.[place]));
}
