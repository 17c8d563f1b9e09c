/**
 * One value of Google Sheets becomes one cell. Values are read in two ways where that is needed: dates as
 * displayed, and dates as serial numbers. What is a text in the first and a number in the second is a date.
 */
import type { Cell } from '../../table/table.ts';
import { dateText } from './dates.ts';
import { brokenResponse, type SheetRow } from './values.ts';

/** `serials` is there when some cell may be a date. */
export interface SheetCells {
  readonly shown: readonly SheetRow[];
  readonly serials?: readonly SheetRow[];
}

const digit = /\p{Nd}/u;

/** A date that shows no digit, such as `May`, stays what it shows. */
export function cellOf(shown: unknown, serial: unknown): Cell {
  if (isEmptyCell(shown)) return null;
  if (typeof shown === 'number' || typeof shown === 'boolean') return shown;
  if (typeof shown !== 'string') throw brokenResponse('a cell that is neither text, number nor boolean');
  return typeof serial === 'number' && digit.test(shown) ? dateText(shown, serial) : shown;
}

export function isEmptyCell(cell: unknown): boolean {
  return cell === '' || cell === null || cell === undefined;
}

export function mayHoldDates(rows: readonly SheetRow[]): boolean {
  return rows.some((row) => row.some((cell) => typeof cell === 'string' && digit.test(cell)));
}

/** False when somebody changed the sheet between the two reads. */
export function isSameReading(shown: readonly SheetRow[], serials: readonly SheetRow[]): boolean {
  const length = Math.max(shown.length, serials.length);
  for (let row = 0; row < length; row += 1) {
    if (!isSameRow(shown[row] ?? [], serials[row] ?? [])) return false;
  }
  return true;
}

function isSameRow(shown: SheetRow, serials: SheetRow): boolean {
  const width = Math.max(shown.length, serials.length);
  for (let place = 0; place < width; place += 1) {
    const here = shown[place] ?? '';
    const there = serials[place] ?? '';
    const isDate = here !== '' && typeof here === 'string' && typeof there === 'number';
    if (here !== there && !isDate) return false;
  }
  return true;
}
