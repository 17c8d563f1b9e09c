/**
 * The values of some areas of a sheet as Google returns them: dates as the sheet shows them or as serial numbers,
 * rows without their empty end.
 */
import { z } from 'zod';
import { ServiceError } from '../../errors/errors.ts';
import type { CallPlatform } from '../../platform/platform-request.ts';
import { type Area, rangeInAddress } from './area.ts';
import { request } from './request.ts';

export type SheetRow = readonly unknown[];

export type DateStyle = 'FORMATTED_STRING' | 'SERIAL_NUMBER';

/** One list of rows for each of the areas. */
export async function readAreas(
  call: CallPlatform,
  spreadsheet: string,
  areas: readonly Area[],
  dates: DateStyle,
): Promise<readonly (readonly SheetRow[])[]> {
  const ranges = areas.map((area) => `ranges=${rangeInAddress(area)}`).join('&');
  const style = `valueRenderOption=UNFORMATTED_VALUE&dateTimeRenderOption=${dates}`;
  const path = `/v4/spreadsheets/${encodeURIComponent(spreadsheet)}/values:batchGet?${ranges}&${style}`;
  const { valueRanges } = await request(call, { path }, valuesShape);
  const lists = valueRanges.map(({ values }) => values.map(rowOf));
  const fits = lists.length === areas.length && areas.every((area, index) => fitsIn(area, lists[index]));
  if (!fits) throw brokenResponse('other ranges than requested');
  return lists;
}

export function brokenResponse(what: string): ServiceError {
  return new ServiceError('sourceUnavailable', { cause: new TypeError(`Google returned ${what}`) });
}

/** Rows are checked without zod: there may be fifty thousand cells. */
const valuesShape = z.object({
  valueRanges: z.array(z.object({ values: z.array(z.unknown()).default([]) })),
});

function rowOf(row: unknown): SheetRow {
  if (!Array.isArray(row)) throw brokenResponse('a row that is no list');
  return row;
}

function fitsIn({ top, bottom }: Area, rows: readonly SheetRow[] = []): boolean {
  return rows.length <= bottom - top;
}
