/**
 * Writes cells: the data must fit the range unless the range is one cell, and the grid in any case; null keeps a
 * cell, the empty string clears it. A write is planned before it is applied, so that a batch is atomic.
 */
import { columnLetters, exceedsGrid, rangeText, resolveRange, type SheetRange } from './a1-notation.ts';
import { inputCell, type ValueInputOption } from './cell-input.ts';
import { isEmptyCell, type Rendering } from './cell-rendering.ts';
import type { Cell, CellBox, GoogleSheet, GoogleSpreadsheet } from './google-data.ts';
import { badRequest } from './google-problem.ts';
import { checkCellLimit } from './grid-limits.ts';
import { type MajorDimension, type ValueRange, valueRange } from './sheet-values.ts';

export interface WriteRequest {
  readonly range: string;
  readonly majorDimension: MajorDimension;
  readonly values: readonly (readonly unknown[])[];
}

interface PlannedWrite {
  readonly sheet: GoogleSheet;
  readonly box: CellBox;
  /** By row; undefined keeps the cell. */
  readonly rows: readonly (readonly (Cell | undefined)[])[];
}

export interface UpdateResult {
  readonly spreadsheetId: string;
  readonly updatedRange: string;
  readonly updatedRows?: number;
  readonly updatedColumns?: number;
  readonly updatedCells?: number;
  readonly updatedData?: ValueRange;
}

export function planWrite(
  spreadsheet: GoogleSpreadsheet,
  request: WriteRequest,
  option: ValueInputOption,
): PlannedWrite {
  const range = resolveRange(spreadsheet, request.range);
  const rows = inputRows(request, option);
  return { sheet: range.sheet, box: targetBox(range, rows), rows };
}

export function doWrite(
  spreadsheet: GoogleSpreadsheet,
  { sheet, box, rows }: PlannedWrite,
  answer?: Rendering,
): UpdateResult {
  rows.forEach((row, offset) => {
    writeRow(sheet, box.startRow + offset, box.startColumn, row);
  });
  const columns = widthOf(rows);
  const cells = rows.flat().filter((cell) => cell !== undefined).length;
  return {
    spreadsheetId: spreadsheet.id,
    updatedRange: rangeText(sheet, box),
    ...(rows.length > 0 && { updatedRows: rows.length, updatedColumns: columns, updatedCells: cells }),
    ...(answer && { updatedData: valueRange(sheet, box, 'ROWS', answer) }),
  };
}

/** Returns the cleared range. */
export function clearValues(sheet: GoogleSheet, box: CellBox): string {
  for (const row of sheet.rows.slice(box.startRow, box.endRow)) {
    row.fill(null, box.startColumn, Math.min(box.endColumn, row.length));
  }
  return rangeText(sheet, box);
}

/** Appends after the last row of the table that contains the range; the grid grows if necessary. */
export function appendValues(
  spreadsheet: GoogleSpreadsheet,
  request: WriteRequest,
  option: ValueInputOption,
  insertsRows: boolean,
): { spreadsheetId: string; tableRange?: string; updates: UpdateResult } {
  const range = resolveRange(spreadsheet, request.range);
  const { sheet } = range;
  const rows = inputRows(request, option);
  const table = tableBox(range);
  const startRow = table?.endRow ?? range.startRow;
  const startColumn = table?.startColumn ?? range.startColumn;
  const box = sized(startRow, startColumn, rows);
  const rowCount = insertsRows ? sheet.rowCount + rows.length : Math.max(sheet.rowCount, box.endRow);
  const columnCount = Math.max(sheet.columnCount, box.endColumn);
  checkCellLimit(spreadsheet, sheet, { rowCount, columnCount });
  Object.assign(sheet, { rowCount, columnCount });
  if (insertsRows && startRow < sheet.rows.length) sheet.rows.splice(startRow, 0, ...rows.map(() => []));
  return {
    spreadsheetId: spreadsheet.id,
    ...(table && { tableRange: rangeText(sheet, table) }),
    updates: doWrite(spreadsheet, { sheet, box, rows }),
  };
}

/** The rows around the last used row of the range, up and down to the next empty row. */
function tableBox(range: SheetRange): CellBox | undefined {
  const { sheet, startColumn } = range;
  const lastColumn = range.isAnchor ? Infinity : range.endColumn;
  const isUsed = (cell: Cell, column: number): boolean =>
    column >= startColumn && column < lastColumn && !isEmptyCell(cell);
  const isUsedRow = (row: number): boolean => sheet.rows[row]?.some(isUsed) ?? false;
  let startRow = Math.min(range.endRow, sheet.rows.length) - 1;
  while (startRow >= range.startRow && !isUsedRow(startRow)) startRow -= 1;
  if (startRow < range.startRow) return undefined;
  let endRow = startRow + 1;
  while (isUsedRow(endRow)) endRow += 1;
  while (isUsedRow(startRow - 1)) startRow -= 1;
  const rows = sheet.rows.slice(startRow, endRow).filter((row) => row.some(isUsed));
  return {
    startRow,
    endRow,
    startColumn: Math.min(...rows.map((row) => row.findIndex(isUsed))),
    endColumn: Math.max(...rows.map((row) => row.findLastIndex(isUsed))) + 1,
  };
}

function inputRows(request: WriteRequest, option: ValueInputOption): (Cell | undefined)[][] {
  const lines = request.values.map((line, outer) =>
    line.map((value, inner) => inputCell(value, option, () => `values[${outer}][${inner}]`)),
  );
  if (request.majorDimension === 'ROWS') return lines;
  return Array.from({ length: widthOf(lines) }, (_, index) => lines.map((line) => line[index]));
}

function widthOf(rows: readonly (readonly unknown[])[]): number {
  return rows.reduce((most, row) => Math.max(most, row.length), 0);
}

function sized(startRow: number, startColumn: number, rows: readonly (readonly unknown[])[]): CellBox {
  const width = Math.max(widthOf(rows), 1);
  return {
    startRow,
    endRow: startRow + Math.max(rows.length, 1),
    startColumn,
    endColumn: startColumn + width,
  };
}

function targetBox(range: SheetRange, rows: readonly (readonly unknown[])[]): CellBox {
  const { sheet } = range;
  const box = sized(range.startRow, range.startColumn, rows);
  const endRow = Number.isFinite(range.endRow) ? range.endRow : sheet.rowCount;
  const endColumn = Number.isFinite(range.endColumn) ? range.endColumn : sheet.columnCount;
  const named = range.isAnchor ? box : { ...range, endRow, endColumn };
  const isOutside = range.startRow >= sheet.rowCount || range.startColumn >= sheet.columnCount;
  if (isOutside || named.endRow > sheet.rowCount || named.endColumn > sheet.columnCount) {
    throw exceedsGrid(sheet, named);
  }
  const within = `Requested writing within range [${rangeText(sheet, named)}], but tried writing to`;
  if (box.endRow > named.endRow) throw badRequest(`${within} row [${named.endRow + 1}]`);
  if (box.endColumn > named.endColumn) {
    throw badRequest(`${within} column [${columnLetters(named.endColumn)}]`);
  }
  return box;
}

function writeRow(
  sheet: GoogleSheet,
  at: number,
  startColumn: number,
  cells: readonly (Cell | undefined)[],
): void {
  while (sheet.rows.length <= at) sheet.rows.push([]);
  const row = sheet.rows[at] ?? [];
  cells.forEach((cell, offset) => {
    if (cell === undefined) return;
    while (row.length < startColumn + offset) row.push(null);
    row[startColumn + offset] = cell;
  });
}
