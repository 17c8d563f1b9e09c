/**
 * The Google Sheets source (1.3): a sheet or a named range as a Table of the current data. Numbers, texts and
 * booleans keep their kind, dates become dates. When the sheet's columns or its size change while it is read,
 * it is read again; that its rows were sorted meanwhile cannot be seen (step 2 of 4.2).
 */
import type { Batch, Table } from '../../table.ts';
import { structureChanged } from '../remembered-fields.ts';
import { type FetchRequest, ReadAgain, type Source } from '../source.ts';
import { areSameCells, type GoogleArea } from './area.ts';
import { chooseGoogleSheet } from './choose.ts';
import { columnsOf, googlePlatform, selectColumns, widthOfSelected } from './columns.ts';
import { GoogleCursor, readToHeader } from './cursor.ts';
import { googleRows } from './read-rows.ts';
import { errorOfRefusal, isLostRange } from './refusals.ts';
import { currentArea, type GoogleSettings, googleSettings } from './settings.ts';

export const googleSheets: Source = {
  platform: googlePlatform,
  fetch: (request) => openTable(request, googleSettings(request.settings)),
  isInMemory: () => false,
  choose: chooseGoogleSheet,
};

async function openTable(request: FetchRequest, settings: GoogleSettings): Promise<Table> {
  const { call, maxRows, allFields, fields } = request;
  const { spreadsheet, fields: remembered, dates: expectDates } = settings;
  const area = await currentArea(call, settings);
  const cursor = new GoogleCursor({ call, spreadsheet, area, maxRows, expectDates });
  const first = await readToHeader(cursor).catch(async (error: unknown) => {
    throw await meaningOf(error, request, settings, area);
  });
  if (!allFields) cursor.widen(widthOfSelected(remembered, fields));
  const current = columnsOf(cursor.header, cursor.width);
  const columns = allFields ? current : selectColumns(current, remembered, fields, area.left);
  const rows = googleRows(
    cursor,
    first,
    columns.map(({ place }) => place),
    maxRows,
  );
  return {
    columns: columns.map(({ name }) => ({ name, type: 'any' })),
    batches: checkedRows(rows, cursor, request, settings),
  };
}

async function* checkedRows(
  rows: AsyncGenerator<Batch>,
  cursor: GoogleCursor,
  request: FetchRequest,
  settings: GoogleSettings,
): AsyncGenerator<Batch> {
  try {
    yield* rows;
  } catch (error) {
    throw await meaningOf(error, request, settings, cursor.area);
  }
  if (cursor.pieces === 1 || request.maxRows !== undefined) return;
  if (!areSameCells(await currentArea(request.call, settings), cursor.area)) {
    throw new ReadAgain('the sheet grew or shrank while it was read');
  }
}

/** A sheet that was only renamed or made smaller meanwhile can be read again. */
async function meaningOf(
  error: unknown,
  { call }: FetchRequest,
  settings: GoogleSettings,
  area: GoogleArea,
): Promise<unknown> {
  if (!isLostRange(error)) return errorOfRefusal(error);
  const now = await currentArea(call, settings);
  if (now.sheetTitle !== area.sheetTitle || !areSameCells(now, area)) {
    return new ReadAgain('the sheet was renamed or made smaller while it was read', { cause: error });
  }
  const data = `Google does not find the sheet ${JSON.stringify(area.sheetTitle)} any more.`;
  return structureChanged(googlePlatform, data, error);
}
