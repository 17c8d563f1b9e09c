/**
 * What a Google spreadsheet holds now: its sheets and named ranges. Both are remembered by id, because a new
 * title or a new place does no harm (1.3).
 */
import { z } from 'zod';
import type { CallPlatform } from '../../platform-request.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';
import type { GoogleArea } from './area.ts';

export interface GoogleWorkbook {
  readonly sheets: readonly GoogleSheet[];
  readonly namedRanges: readonly GoogleNamedRange[];
}

export type GoogleSheet = z.infer<typeof sheetShape>;
export type GoogleNamedRange = z.infer<typeof namedRangeShape>;

export async function readWorkbook(call: CallPlatform, spreadsheet: string): Promise<GoogleWorkbook> {
  const fields = 'spreadsheetId,properties(title,locale,timeZone),sheets.properties,namedRanges';
  const path = `/v4/spreadsheets/${encodeURIComponent(spreadsheet)}?fields=${fields}`;
  const { json } = await call({ path, scope: 'read' });
  const { sheets: found, namedRanges } = parseOrUnavailable(workbookShape, json);
  const sheets = found.map(({ properties }) => properties);
  return { sheets: sheets.sort((a, b) => a.index - b.index), namedRanges };
}

/** Undefined when the sheet is no grid of cells, as a chart is none. */
export function areaOfSheet(sheet: GoogleSheet): GoogleArea | undefined {
  const grid = sheet.gridProperties;
  if (sheet.sheetType !== 'GRID' || !grid) return undefined;
  return { sheetTitle: sheet.title, top: 0, bottom: grid.rowCount, left: 0, right: grid.columnCount };
}

/** Undefined when its sheet is gone. */
export function areaOfNamedRange(
  workbook: GoogleWorkbook,
  { range }: GoogleNamedRange,
): GoogleArea | undefined {
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
