/**
 * What a Google spreadsheet holds now: its sheets and named ranges. Both are remembered by id, because a new
 * title or position does no harm.
 */
import { z } from 'zod';
import type { CallPlatform } from '../../platform/platform-request.ts';
import type { Area } from './area.ts';
import { request } from './request.ts';

export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly namedRanges: readonly NamedRange[];
}

export type Sheet = z.infer<typeof sheetShape>;
export type NamedRange = z.infer<typeof namedRangeShape>;

export async function readSchema(call: CallPlatform, spreadsheet: string): Promise<Workbook> {
  const fields = 'spreadsheetId,properties(title,locale,timeZone),sheets.properties,namedRanges';
  const path = `/v4/spreadsheets/${encodeURIComponent(spreadsheet)}?fields=${fields}`;
  const { sheets: found, namedRanges } = await request(call, { path }, workbookShape);
  const sheets = found.map(({ properties }) => properties);
  return { sheets: sheets.sort((a, b) => a.index - b.index), namedRanges };
}

/** Undefined when the sheet is no grid of cells, as a chart is none. */
export function areaOfSheet(sheet: Sheet): Area | undefined {
  const grid = sheet.gridProperties;
  if (sheet.sheetType !== 'GRID' || !grid) return undefined;
  return { sheetTitle: sheet.title, top: 0, bottom: grid.rowCount, left: 0, right: grid.columnCount };
}

/** Undefined when its sheet is gone. */
export function areaOfNamedRange(workbook: Workbook, { range }: NamedRange): Area | undefined {
  const sheet = workbook.sheets.find(({ sheetId }) => sheetId === range.sheetId);
  const whole = sheet && areaOfSheet(sheet);
  if (!whole) return undefined;
  return {
    ...whole,
    top: range.startRowIndex,
    bottom: Math.min(range.endRowIndex ?? whole.bottom, whole.bottom),
    left: range.startColumnIndex,
    right: Math.min(range.endColumnIndex ?? whole.right, whole.right),
  };
}

const count = z.int().min(0);

/** Google leaves out what is zero. */
const sheetShape = z.object({
  sheetId: z.int().default(0),
  title: z.string(),
  index: z.int().default(0),
  sheetType: z.string().default('GRID'),
  hidden: z.boolean().default(false),
  gridProperties: z.object({ rowCount: count.default(0), columnCount: count.default(0) }).optional(),
});

const namedRangeShape = z.object({
  namedRangeId: z.string(),
  name: z.string(),
  range: z.object({
    sheetId: z.int().default(0),
    startRowIndex: count.default(0),
    endRowIndex: count.optional(),
    startColumnIndex: count.default(0),
    endColumnIndex: count.optional(),
  }),
});

const workbookShape = z.object({
  sheets: z.array(z.object({ properties: sheetShape })).default([]),
  namedRanges: z.array(namedRangeShape).default([]),
});
