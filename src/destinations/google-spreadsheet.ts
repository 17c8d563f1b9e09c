/**
 * `save_to_gsheets`: replaces the contents of one sheet with the rows of the export, keeping types and never creating
 * formulas. Remaining old contents are cleared last, so that an earlier failure loses as little as possible.
 */

import { rangeText, type SheetRange } from '../base/sheet-range.ts';
import type { CallPlatform } from '../platform/platform-request.ts';
import type { SaveRequest } from './destination.ts';
import { destinationOf, SaveProblem } from './save-errors.ts';
import { type Sheet, sheetWithRoom } from './sheet-grid.ts';
import { measureTable, type TableSize, valueUpdates } from './sheet-updates.ts';

export const googleSpreadsheet = destinationOf('Google Sheets', saveToSheet);

async function saveToSheet({ call, signal, table, target }: SaveRequest): Promise<string> {
  const id = requireId(target.spreadsheet);
  const path = `/v4/spreadsheets/${id}`;
  const title = target.sheet;
  if (!title) throw new SaveProblem('The name of the sheet is missing.');
  const size = await measureTable(table);
  const sheet = await sheetWithRoom({ call, path, title }, size);
  for await (const bytes of valueUpdates(table, sheet.title)) {
    signal.throwIfAborted();
    const headers = { 'Content-Type': 'application/json' };
    await call({ method: 'POST', path: `${path}/values:batchUpdate`, bytes, headers, scope: 'write' });
  }
  await clearRest(call, path, sheet, size);
  return `https://docs.google.com/spreadsheets/d/${id}/edit?gid=${sheet.id}`;
}

/** Of a form that cannot change a path. */
function requireId(id: string | undefined): string {
  if (!id || !/^[\w-]{1,200}$/.test(id))
    throw new SaveProblem('The id of the spreadsheet is missing or wrong.');
  return id;
}

async function clearRest(call: CallPlatform, path: string, sheet: Sheet, size: TableSize): Promise<void> {
  const ranges = restOf(sheet, size).map((range) => rangeText(sheet.title, range));
  if (ranges.length === 0) return;
  await call({ method: 'POST', path: `${path}/values:batchClear`, json: { ranges }, scope: 'write' });
}

/** The ranges below and to the right of the table. A table without columns has no header either. */
function restOf(sheet: Sheet, { rows, columns }: TableSize): readonly SheetRange[] {
  const whole = { firstRow: 1, lastRow: sheet.rows, firstColumn: 1, lastColumn: sheet.columns };
  if (columns === 0) return [whole];
  const below = { ...whole, firstRow: rows + 1 };
  const right = { ...whole, lastRow: rows, firstColumn: columns + 1 };
  return [below, right].filter(
    (range) => range.firstRow <= range.lastRow && range.firstColumn <= range.lastColumn,
  );
}
