/**
 * Reads the cells of a range: clipped to the grid, without trailing empty cells and rows, and without `values` if the
 * range is empty.
 */
import { clipToGrid, rangeText, resolveRange } from './a1-notation.ts';
import { isEmptyCell, type RenderedCell, type Rendering, renderCell } from './cell-rendering.ts';
import type { Cell, CellBox, GoogleSheet, GoogleSpreadsheet } from './google-data.ts';

export type MajorDimension = 'ROWS' | 'COLUMNS';

export interface ValueRange {
  readonly range: string;
  readonly majorDimension: MajorDimension;
  readonly values?: RenderedCell[][];
}

export function readValues(
  spreadsheet: GoogleSpreadsheet,
  text: string,
  majorDimension: MajorDimension,
  rendering: Rendering,
): ValueRange {
  const range = resolveRange(spreadsheet, text);
  return valueRange(range.sheet, clipToGrid(range), majorDimension, rendering);
}

export function valueRange(
  sheet: GoogleSheet,
  box: CellBox,
  majorDimension: MajorDimension,
  rendering: Rendering,
): ValueRange {
  const rows = usedRows(sheet, box);
  const lines = majorDimension === 'ROWS' ? rows : transposed(rows);
  const values = lines.map((cells) => cells.map((cell) => renderCell(cell, rendering)));
  return { range: rangeText(sheet, box), majorDimension, ...(values.length > 0 && { values }) };
}

function usedRows(sheet: GoogleSheet, box: CellBox): Cell[][] {
  const rows = sheet.rows
    .slice(box.startRow, box.endRow)
    .map((row) => trimmed(row.slice(box.startColumn, box.endColumn)));
  return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
}

function trimmed(cells: Cell[]): Cell[] {
  let length = cells.length;
  while (length > 0 && isEmptyCell(cells[length - 1])) length -= 1;
  return cells.slice(0, length);
}

function transposed(rows: readonly Cell[][]): Cell[][] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: width }, (_, column) => trimmed(rows.map((row) => row[column] ?? null)));
}
