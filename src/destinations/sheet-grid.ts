/**
 * The sheet that an export is saved to: found by title, created if missing, and resized to fit the table before any
 * row is sent, within the cell limit of a spreadsheet (contract 4.6.13).
 */
import { z } from 'zod';
import { type CallPlatform, PlatformRefusal, type PlatformResponse } from '../platform/platform-request.ts';
import { SaveProblem } from './save-errors.ts';
import type { TableSize } from './sheet-updates.ts';

/** For all sheets of a spreadsheet together, including empty cells. */
const maxCells = 10_000_000;

const sheetSchema = z.object({
  properties: z.object({
    sheetId: z.number().default(0),
    title: z.string(),
    sheetType: z.string().default('GRID'),
    gridProperties: z
      .object({ rowCount: z.number().default(0), columnCount: z.number().default(0) })
      .optional(),
  }),
});
const spreadsheetSchema = z.object({ sheets: z.array(sheetSchema).default([]) });
const addedSchema = z.object({ replies: z.tuple([z.object({ addSheet: sheetSchema })]) });

export interface Sheet {
  readonly id: number;
  /** Spelled as in the spreadsheet. */
  readonly title: string;
  readonly isGrid: boolean;
  readonly rows: number;
  readonly columns: number;
}

interface SheetAddress {
  readonly call: CallPlatform;
  /** `/v4/spreadsheets/<id>` */
  readonly path: string;
  readonly title: string;
}

/** Finds or creates the sheet, with room for the table. */
export async function sheetWithRoom(address: SheetAddress, table: TableSize): Promise<Sheet> {
  const size = { rows: table.rows, columns: Math.max(1, table.columns) };
  const sheets = await readSheets(address);
  const found = findSheet(sheets, address.title);
  if (found) return makeRoom(address, found, sheets, size);
  refuseTooMany(cellsOf(sheets), size);
  return addSheet(address, size);
}

async function readSheets({ call, path }: SheetAddress): Promise<readonly Sheet[]> {
  const { json } = await call({ path: `${path}?fields=sheets.properties`, scope: 'read' });
  return readable(spreadsheetSchema, json).sheets.map(sheetOf);
}

function sheetOf({ properties }: z.output<typeof sheetSchema>): Sheet {
  const { sheetId: id, title, sheetType, gridProperties } = properties;
  const { rowCount: rows = 0, columnCount: columns = 0 } = gridProperties ?? {};
  return { id, title, isGrid: sheetType === 'GRID', rows, columns };
}

function readable<T>(schema: z.ZodType<T>, json: PlatformResponse['json']): T {
  const result = schema.safeParse(json);
  if (!result.success) throw new SaveProblem('Google Sheets answered in a form that cannot be read.');
  return result.data;
}

/** Titles are unique within a spreadsheet regardless of case. */
function findSheet(sheets: readonly Sheet[], title: string): Sheet | undefined {
  return sheets.find((sheet) => sheet.title.toLowerCase() === title.toLowerCase());
}

function cellsOf(sheets: readonly TableSize[]): number {
  return sheets.reduce((sum, { rows, columns }) => sum + rows * columns, 0);
}

function refuseTooMany(others: number, { rows, columns }: TableSize): void {
  if (others + rows * columns <= maxCells) return;
  throw new SaveProblem(
    `A spreadsheet has at most ${count(maxCells)} cells. The export needs ${count(rows * columns)}, and the other sheets have ${count(others)}.`,
  );
}

function count(cells: number): string {
  return cells.toLocaleString('en-US');
}

async function makeRoom(
  address: SheetAddress,
  sheet: Sheet,
  sheets: readonly Sheet[],
  size: TableSize,
): Promise<Sheet> {
  if (!sheet.isGrid) {
    throw new SaveProblem(
      `The sheet ${JSON.stringify(sheet.title)} is a chart or the like and takes no rows.`,
    );
  }
  if (sheet.rows >= size.rows && sheet.columns >= size.columns) return sheet;
  const others = cellsOf(sheets) - cellsOf([sheet]);
  refuseTooMany(others, size);
  const grown = { rows: Math.max(sheet.rows, size.rows), columns: Math.max(sheet.columns, size.columns) };
  const room = others + cellsOf([grown]) <= maxCells ? grown : size;
  const properties = { sheetId: sheet.id, gridProperties: gridOf(room) };
  await change(address, {
    updateSheetProperties: { properties, fields: 'gridProperties(rowCount,columnCount)' },
  });
  return { ...sheet, ...room };
}

async function addSheet(address: SheetAddress, size: TableSize): Promise<Sheet> {
  const properties = { title: address.title, gridProperties: gridOf(size) };
  try {
    const { json } = await change(address, { addSheet: { properties } });
    return sheetOf(readable(addedSchema, json).replies[0].addSheet);
  } catch (error) {
    if (!isTitleTaken(error)) throw error;
    const sheets = await readSheets(address);
    const found = findSheet(sheets, address.title);
    if (!found) throw error;
    return makeRoom(address, found, sheets, size);
  }
}

/** Another client has created the sheet in the meantime, or our own call was processed twice. */
function isTitleTaken(error: unknown): boolean {
  return error instanceof PlatformRefusal && error.status === 400 && /already exists/i.test(error.message);
}

function gridOf({ rows, columns }: TableSize): { rowCount: number; columnCount: number } {
  return { rowCount: rows, columnCount: columns };
}

function change(
  { call, path }: SheetAddress,
  request: Readonly<Record<string, unknown>>,
): Promise<PlatformResponse> {
  return call({ method: 'POST', path: `${path}:batchUpdate`, json: { requests: [request] }, scope: 'write' });
}
