/**
 * The Google Sheets source: a sheet or a named range as a Table of the current data. Numbers, texts and booleans keep
 * their kind, dates become dates. When the sheet's columns or its size change while it is read, it is read again; that
 * its rows were sorted meanwhile cannot be seen (step 2 of contract 4.2.3).
 */
import type { Batch, Table } from '../../table/table.ts';
import { structureChanged } from '../remembered-fields.ts';
import { type FetchRequest, ReadAgain, type Source } from '../source.ts';
import { type Area, areSameCells } from './area.ts';
import { choice } from './choose.ts';
import { columnsOf, selectColumns, widthOfSelected } from './columns.ts';
import { type OpenedCursor, openCursor } from './cursor.ts';
import { label, platform } from './platform.ts';
import { type RowsWanted, readRows } from './read-rows.ts';
import { errorOfRefusal, isLostRange } from './refusals.ts';
import { currentArea, type Settings, settingsOf, tableNameOf } from './settings.ts';

export const googleSheets = {
  label,
  hasLinkedRecords: false,
  platform,
  fetch: fetchTable,
  isInMemory: () => false,
  tableName: tableNameOf,
  choice,
} as const satisfies Source;

/** What is read, for whatever fails on the way. */
interface Reading {
  readonly request: FetchRequest;
  readonly settings: Settings;
  readonly area: Area;
}

async function fetchTable(request: FetchRequest): Promise<Table> {
  const { call, maxRows, allFields, fields } = request;
  const settings = settingsOf(request.settings);
  const { spreadsheet, fields: remembered, dates: expectDates } = settings;
  const area = await currentArea(call, settings);
  const reading = { request, settings, area };
  const opened = await openCursor({ call, spreadsheet, area, maxRows, expectDates }).catch(
    async (error: unknown) => {
      throw await errorOf(error, reading);
    },
  );
  const { cursor } = opened;
  if (!allFields) cursor.widen(widthOfSelected(remembered, fields));
  const current = columnsOf(cursor.header, cursor.width);
  const columns = allFields ? current : selectColumns(current, remembered, fields, area.left);
  const places = columns.map(({ place }) => place);
  return {
    columns: columns.map(({ name }) => ({ name, type: 'any' })),
    batches: explainedRows(opened, { places, maxRows }, reading),
  };
}

async function* explainedRows(
  opened: OpenedCursor,
  wanted: RowsWanted,
  reading: Reading,
): AsyncGenerator<Batch> {
  const { request, settings, area } = reading;
  try {
    yield* readRows(opened, wanted);
  } catch (error) {
    throw await errorOf(error, reading);
  }
  if (opened.cursor.pieces === 1 || request.maxRows !== undefined) return;
  if (!areSameCells(await currentArea(request.call, settings), area)) {
    throw new ReadAgain('the sheet grew or shrank while it was read');
  }
}

/** A sheet that was only renamed or made smaller meanwhile can be read again. */
async function errorOf(error: unknown, { request, settings, area }: Reading): Promise<unknown> {
  if (!isLostRange(error)) return errorOfRefusal(error);
  const now = await currentArea(request.call, settings);
  if (now.sheetTitle !== area.sheetTitle || !areSameCells(now, area)) {
    return new ReadAgain('the sheet was renamed or made smaller while it was read', { cause: error });
  }
  const data = `Google does not find the sheet ${JSON.stringify(area.sheetTitle)} any more.`;
  return structureChanged(label, data, error);
}
