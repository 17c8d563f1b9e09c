/**
 * A spreadsheet has at most ten million cells, counted by the sizes of its grids whether used or not, and a grid has
 * at most 18,278 columns.
 */
import type { GoogleSheet, GoogleSpreadsheet } from './google-data.ts';
import { badRequest } from './google-problem.ts';

const maxCells = 10_000_000;
const maxColumns = 18_278;

export interface GridSize {
  readonly rowCount: number;
  readonly columnCount: number;
}

/** Checks the new size of `sheet`, or of a new sheet if it is absent. */
export function checkCellLimit(
  spreadsheet: GoogleSpreadsheet,
  sheet: GoogleSheet | undefined,
  size: GridSize,
  where = '',
): void {
  const others = spreadsheet.sheets.filter((other) => other !== sheet && other.sheetType === 'GRID');
  const cells = others.reduce((sum, other) => sum + other.rowCount * other.columnCount, 0);
  if (cells + size.rowCount * size.columnCount > maxCells) {
    throw badRequest(
      `${where}This action would increase the number of cells in the workbook above the limit of ${maxCells} cells.`,
    );
  }
  if (size.columnCount > maxColumns) {
    throw badRequest(
      `${where}This action would increase the number of columns in the sheet above the limit of ${maxColumns} columns.`,
    );
  }
}
