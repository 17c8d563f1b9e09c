/**
 * `spreadsheets.batchUpdate`: addSheet, updateSheetProperties and deleteSheet, applied atomically. Titles are
 * case-insensitive.
 */
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { sameTitle } from './a1-notation.ts';
import { covers, parseMask } from './fields-mask.ts';
import type { GoogleSheet, GoogleSpreadsheet } from './google-data.ts';
import { badRequest } from './google-problem.ts';
import { checkCellLimit } from './grid-limits.ts';
import { sheetProperties } from './spreadsheet-resource.ts';

export const sheetPropertiesSchema = z.object({
  sheetId: z.number().int().nonnegative().optional(),
  title: z.string().optional(),
  index: z.number().int().nonnegative().optional(),
  hidden: z.boolean().optional(),
  gridProperties: z
    .object({ rowCount: z.number().int().optional(), columnCount: z.number().int().optional() })
    .optional(),
});

export type SheetPropertiesInput = z.output<typeof sheetPropertiesSchema>;

export const changesSchema = z.object({
  requests: z.array(
    z.strictObject({
      addSheet: z.object({ properties: sheetPropertiesSchema.default({}) }).optional(),
      updateSheetProperties: z
        .object({ properties: sheetPropertiesSchema.default({}), fields: z.string().default('') })
        .optional(),
      deleteSheet: z.object({ sheetId: z.number().int().default(0) }).optional(),
    }),
  ),
  includeSpreadsheetInResponse: z.boolean().default(false),
});

type Change = z.output<typeof changesSchema>['requests'][number];

export function applyChanges(spreadsheet: GoogleSpreadsheet, changes: readonly Change[]): object[] {
  if (changes.length === 0) throw badRequest('Must specify at least one request.');
  const undo = remember(spreadsheet);
  try {
    return changes.map((change, index) => applyChange(spreadsheet, change, `Invalid requests[${index}].`));
  } catch (error) {
    undo();
    throw error;
  }
}

/** Rows are never changed in place here, so a shallow copy is enough. */
function remember(spreadsheet: GoogleSpreadsheet): () => void {
  const before = spreadsheet.sheets.map((sheet) => ({ sheet, copy: { ...sheet } }));
  const namedRanges = [...spreadsheet.namedRanges];
  return () => {
    const sheets = before.map(({ sheet, copy }) => Object.assign(sheet, copy));
    spreadsheet.sheets.splice(0, Infinity, ...sheets);
    spreadsheet.namedRanges.splice(0, Infinity, ...namedRanges);
  };
}

function applyChange(spreadsheet: GoogleSpreadsheet, change: Change, where: string): object {
  const { addSheet: add, updateSheetProperties: update, deleteSheet: remove } = change;
  if (add) {
    const sheet = addSheet(spreadsheet, add.properties, `${where}addSheet: `);
    return { addSheet: { properties: sheetProperties(sheet, spreadsheet.sheets.indexOf(sheet)) } };
  }
  if (update) updateSheet(spreadsheet, update.properties, update.fields, `${where}updateSheetProperties: `);
  else if (remove) deleteSheet(spreadsheet, remove.sheetId, `${where}deleteSheet: `);
  else throw badRequest(`${where.slice(0, -1)}: No request set.`);
  return {};
}

/** `where` is the prefix that names the request in some error messages. */
export function addSheet(
  spreadsheet: GoogleSpreadsheet,
  properties: SheetPropertiesInput,
  where: string,
): GoogleSheet {
  const { rowCount = 1000, columnCount = 26 } = properties.gridProperties ?? {};
  const title = properties.title ?? freeTitle(spreadsheet);
  const sheetId = properties.sheetId ?? freeSheetId(spreadsheet);
  checkTitle(spreadsheet, undefined, title, where);
  if (spreadsheet.sheets.some((sheet) => sheet.sheetId === sheetId)) {
    throw badRequest(`${where}A sheet with the id ${sheetId} already exists. Please enter another id.`);
  }
  checkSize(spreadsheet, undefined, { rowCount, columnCount }, where);
  const sheet: GoogleSheet = { sheetId, title, rowCount, columnCount, sheetType: 'GRID', rows: [] };
  if (properties.hidden) sheet.hidden = true;
  spreadsheet.sheets.splice(properties.index ?? spreadsheet.sheets.length, 0, sheet);
  return sheet;
}

function updateSheet(
  spreadsheet: GoogleSpreadsheet,
  properties: SheetPropertiesInput,
  fields: string,
  where: string,
): void {
  const mask = parseMask(fields);
  if (!mask) {
    throw badRequest(
      `${where}At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)`,
    );
  }
  const sheet = sheetById(spreadsheet, properties.sheetId ?? 0, where);
  const { title = '', hidden = false, index = 0, gridProperties } = properties;
  if (covers(mask, ['title'])) {
    checkTitle(spreadsheet, sheet, title, where);
    sheet.title = title;
  }
  if (covers(mask, ['hidden'])) sheet.hidden = hidden;
  if (covers(mask, ['gridProperties'])) {
    const isRows = covers(mask, ['gridProperties', 'rowCount']);
    const isColumns = covers(mask, ['gridProperties', 'columnCount']);
    resize(spreadsheet, sheet, where, {
      rowCount: isRows ? (gridProperties?.rowCount ?? 0) : sheet.rowCount,
      columnCount: isColumns ? (gridProperties?.columnCount ?? 0) : sheet.columnCount,
    });
  }
  if (covers(mask, ['index']) && fields !== '*') move(spreadsheet, sheet, index);
}

function move(spreadsheet: GoogleSpreadsheet, sheet: GoogleSheet, index: number): void {
  spreadsheet.sheets.splice(spreadsheet.sheets.indexOf(sheet), 1);
  spreadsheet.sheets.splice(index, 0, sheet);
}

interface Size {
  readonly rowCount: number;
  readonly columnCount: number;
}

function resize(spreadsheet: GoogleSpreadsheet, sheet: GoogleSheet, where: string, size: Size): void {
  checkSize(spreadsheet, sheet, size, where);
  const isNarrower = size.columnCount < sheet.columnCount;
  if (isNarrower || size.rowCount < sheet.rows.length) {
    sheet.rows = sheet.rows
      .slice(0, size.rowCount)
      .map((row) => (row.length > size.columnCount ? row.slice(0, size.columnCount) : row));
  }
  Object.assign(sheet, size);
}

function deleteSheet(spreadsheet: GoogleSpreadsheet, sheetId: number, where: string): void {
  const sheet = sheetById(spreadsheet, sheetId, where);
  if (!spreadsheet.sheets.some((other) => other !== sheet && !other.hidden)) {
    throw badRequest(`${where}You can't remove all the visible sheets in a document.`);
  }
  spreadsheet.sheets.splice(spreadsheet.sheets.indexOf(sheet), 1);
  const kept = spreadsheet.namedRanges.filter((named) => named.sheetId !== sheetId);
  spreadsheet.namedRanges.splice(0, Infinity, ...kept);
}

function sheetById(spreadsheet: GoogleSpreadsheet, sheetId: number, where: string): GoogleSheet {
  const sheet = spreadsheet.sheets.find((one) => one.sheetId === sheetId);
  if (!sheet) throw badRequest(`${where}No grid with id: ${sheetId}`);
  return sheet;
}

function checkTitle(
  spreadsheet: GoogleSpreadsheet,
  own: GoogleSheet | undefined,
  title: string,
  where: string,
): void {
  if (title === '') throw badRequest(`${where}A sheet must have a name.`);
  if (spreadsheet.sheets.some((sheet) => sheet !== own && sameTitle(sheet.title, title))) {
    throw badRequest(`${where}A sheet with the name "${title}" already exists. Please enter another name.`);
  }
}

function checkSize(
  spreadsheet: GoogleSpreadsheet,
  sheet: GoogleSheet | undefined,
  size: Size,
  where: string,
): void {
  if (size.rowCount < 1) throw badRequest(`${where}You can't delete all the rows on the sheet.`);
  if (size.columnCount < 1) throw badRequest(`${where}You can't delete all the columns on the sheet.`);
  checkCellLimit(spreadsheet, sheet, size, where);
}

function freeTitle(spreadsheet: GoogleSpreadsheet): string {
  let number = spreadsheet.sheets.length + 1;
  const isTaken = (): boolean => spreadsheet.sheets.some((sheet) => sameTitle(sheet.title, `Sheet${number}`));
  while (isTaken()) number += 1;
  return `Sheet${number}`;
}

/** The first sheet of a new spreadsheet has the id 0. */
function freeSheetId(spreadsheet: GoogleSpreadsheet): number {
  return spreadsheet.sheets.length === 0 ? 0 : randomInt(1, 2_147_483_647);
}
