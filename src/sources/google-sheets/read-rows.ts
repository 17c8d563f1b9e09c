/**
 * The rows of a Google sheet in batches: the next piece is on its way while one is turned into cells. Rows
 * without any cell are no records; short rows are filled up with missing values (1.3 and 4.2).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Batch, Cell, Row } from '../../table.ts';
import { cellOf, type GoogleCells, type GoogleRow, isEmptyCell } from './cells.ts';
import type { GoogleCursor } from './cursor.ts';

const cellsPerBatch = 2_500;

/** `first` is what the cursor read together with the header; `places` are those of the columns wanted. */
export async function* googleRows(
  cursor: GoogleCursor,
  first: GoogleCells,
  places: readonly number[],
  maxRows = Number.POSITIVE_INFINITY,
): AsyncGenerator<Batch> {
  let rowsLeft = maxRows;
  for await (const cells of piecesOf(cursor, first, maxRows === Number.POSITIVE_INFINITY)) {
    for (const batch of batchesOf(cells, places, cursor.width)) {
      const wanted = batch.slice(0, rowsLeft);
      rowsLeft -= wanted.length;
      if (wanted.length > 0) yield wanted;
      if (rowsLeft <= 0) return;
      await nextTurn();
    }
  }
}

async function* piecesOf(
  cursor: GoogleCursor,
  first: GoogleCells,
  readAhead: boolean,
): AsyncGenerator<GoogleCells> {
  let cells: GoogleCells | undefined = first;
  while (cells) {
    const ahead: Promise<GoogleCells> | undefined = readAhead && !cursor.isAtEnd ? cursor.next() : undefined;
    // Its failure is thrown where it is awaited; until then it must not count as one that nobody handles.
    ahead?.catch(() => undefined);
    // It leaves before these cells are looked at.
    if (ahead) await nextTurn();
    yield cells;
    cells = ahead ? await ahead : cursor.isAtEnd ? undefined : await cursor.next();
  }
}

function* batchesOf(
  { shown, serials }: GoogleCells,
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

function rowOf(shown: GoogleRow, serials: GoogleRow | undefined, places: readonly number[]): Row {
  return places.map((place): Cell => cellOf(shown[place], serials?.[place]));
}
