/**
 * The cells of a rectangle as Google answers them, read in two ways where that is needed: dates as displayed,
 * and dates as serial numbers. A cell that is a text in the first and a number in the second is a date. Rows
 * come ragged and without their empty end (1.3).
 */
import { z } from 'zod';
import { ServiceError } from '../../errors.ts';
import type { CallPlatform } from '../../platform-request.ts';
import type { Cell } from '../../table.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';
import { type GoogleArea, rangeInAddress } from './area.ts';
import { dateText } from './dates.ts';

export type GoogleRow = readonly unknown[];

/** `serials` is there when some cell may be a date. */
export interface GoogleCells {
  readonly shown: readonly GoogleRow[];
  readonly serials?: readonly GoogleRow[];
}

export type DateStyle = 'FORMATTED_STRING' | 'SERIAL_NUMBER';

/** One list of rows for each of the areas. */
export async function readAreas(
  call: CallPlatform,
  spreadsheet: string,
  areas: readonly GoogleArea[],
  dates: DateStyle,
): Promise<readonly (readonly GoogleRow[])[]> {
  const asked = areas.map((area) => `ranges=${rangeInAddress(area)}`).join('&');
  const style = `valueRenderOption=UNFORMATTED_VALUE&dateTimeRenderOption=${dates}`;
  const path = `/v4/spreadsheets/${encodeURIComponent(spreadsheet)}/values:batchGet?${asked}&${style}`;
  const { json } = await call({ path, scope: 'read' });
  const lists = parseOrUnavailable(answerShape, json).valueRanges.map(({ values }) => values.map(rowOf));
  const fits = lists.length === areas.length && areas.every((area, index) => fitsIn(area, lists[index]));
  if (!fits) throw broken('other ranges than asked for');
  return lists;
}

function fitsIn({ top, bottom }: GoogleArea, rows: readonly GoogleRow[] = []): boolean {
  return rows.length <= bottom - top;
}

/** Rows are checked by hand: there may be fifty thousand cells. */
const answerShape = z.object({
  valueRanges: z.array(z.object({ values: z.array(z.unknown()).default([]) })),
});

function rowOf(row: unknown): GoogleRow {
  if (!Array.isArray(row)) throw broken('a row that is no list');
  return row;
}

export function isEmptyCell(cell: unknown): boolean {
  return cell === '' || cell === null || cell === undefined;
}

const digit = /\p{Nd}/u;

export function mayHoldDates(rows: readonly GoogleRow[]): boolean {
  return rows.some((row) => row.some((cell) => typeof cell === 'string' && digit.test(cell)));
}

/** False when somebody changed the sheet between the two reads. */
export function isSameReading(shown: readonly GoogleRow[], serials: readonly GoogleRow[]): boolean {
  const length = Math.max(shown.length, serials.length);
  for (let row = 0; row < length; row += 1) {
    if (!isSameRow(shown[row] ?? [], serials[row] ?? [])) return false;
  }
  return true;
}

function isSameRow(shown: GoogleRow, serials: GoogleRow): boolean {
  const width = Math.max(shown.length, serials.length);
  for (let place = 0; place < width; place += 1) {
    const here = shown[place] ?? '';
    const there = serials[place] ?? '';
    const isDate = here !== '' && typeof here === 'string' && typeof there === 'number';
    if (here !== there && !isDate) return false;
  }
  return true;
}

/** A date that shows no digit, such as `May`, stays what it shows. */
export function cellOf(shown: unknown, serial: unknown): Cell {
  if (isEmptyCell(shown)) return null;
  if (typeof shown === 'number' || typeof shown === 'boolean') return shown;
  if (typeof shown !== 'string') throw broken('a cell that is neither text, number nor boolean');
  return typeof serial === 'number' && digit.test(shown) ? dateText(shown, serial) : shown;
}

function broken(what: string): ServiceError {
  return new ServiceError('sourceUnavailable', { cause: new TypeError(`Google answered ${what}`) });
}
