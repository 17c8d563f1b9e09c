/**
 * The Airtable source: one call for the structure, which is compared with what the endpoint remembers of it, then the
 * records of the table or view in its order, page by page. Linked records become lists of objects with an id and a name
 * (contract 1.3.5).
 */
import type { CallPlatform } from '../../platform/platform-request.ts';
import type { Batch, Table } from '../../table/table.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';
import { wantedFields } from '../remembered-fields.ts';
import type { FetchRequest, Source } from '../source.ts';
import { choice } from './choose.ts';
import { columnType } from './field-types.ts';
import { label, platform } from './platform.ts';
import { type RowsWanted, readRows } from './read-rows.ts';
import { errorOfRefusal, tableGone, viewGone } from './refusals.ts';
import { type BaseTable, readSchema, remember } from './schema.ts';
import { type Settings, settingsShape, tableNameOf } from './settings.ts';

export const airtable = {
  label,
  hasLinkedRecords: true,
  platform,
  fetch: fetchTable,
  isInMemory: () => false,
  tableName: tableNameOf,
  choice,
} as const satisfies Source;

async function fetchTable(request: FetchRequest): Promise<Table> {
  const { call, maxRows } = request;
  const settings = parseOrUnavailable(settingsShape, request.settings);
  const { base, view, fields: remembered } = settings;
  const tables = await currentSchema(settings, call);
  const table = tableOf(settings, tables);
  const fields = wantedFields(request, { label, remembered, current: table.fields, remember });
  return {
    columns: fields.map((field) => ({ name: field.name, type: columnType(field) })),
    batches: explainedRows(call, { base, table, tables, view, fields, maxRows }, settings),
  };
}

async function currentSchema(settings: Settings, call: CallPlatform): Promise<readonly BaseTable[]> {
  try {
    return await readSchema(call, settings.base);
  } catch (error) {
    throw await errorOfRefusal(error, call, { ...settings, scope: 'schema.bases:read' });
  }
}

function tableOf({ table, tableName, view, viewName }: Settings, tables: readonly BaseTable[]): BaseTable {
  const found = tables.find(({ id }) => id === table);
  if (!found) throw tableGone(tableName);
  if (view !== undefined && !found.views.some(({ id }) => id === view)) throw viewGone(viewName ?? view);
  return found;
}

async function* explainedRows(
  call: CallPlatform,
  wanted: RowsWanted,
  settings: Settings,
): AsyncGenerator<Batch> {
  try {
    yield* readRows(call, wanted);
  } catch (error) {
    throw await errorOfRefusal(error, call, { ...settings, scope: 'data.records:read' });
  }
}
