/**
 * The Notion source: the rows of one data source, complete and current. Properties are compared with those remembered
 * by id, so that a renamed, deleted or retyped one is refused instead of exported wrongly (contract 7.4.1).
 */
import type { CallPlatform } from '../../platform/platform-request.ts';
import type { Batch, Table } from '../../table/table.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';
import { structureChanged, wantedFields } from '../remembered-fields.ts';
import type { FetchRequest, Source } from '../source.ts';
import { columnType } from './cells.ts';
import { choice } from './choose.ts';
import { label, platform } from './platform.ts';
import { type RowsWanted, readRows } from './read-rows.ts';
import { errorOfRefusal } from './refusals.ts';
import { type DataSource, readSchema, remember } from './schema.ts';
import { settingsShape } from './settings.ts';

export const notion = {
  label,
  hasLinkedRecords: true,
  platform,
  fetch: fetchTable,
  isInMemory: () => false,
  choice,
} as const satisfies Source;

async function fetchTable(request: FetchRequest): Promise<Table> {
  const { call, maxRows } = request;
  const settings = parseOrUnavailable(settingsShape, request.settings);
  const dataSource = await currentSchema(call, settings.dataSource);
  const columns = wantedFields(request, {
    label,
    remembered: settings.fields,
    current: dataSource.properties,
    remember,
  });
  return {
    columns: columns.map(({ name, type }) => ({ name, type: columnType(type) })),
    batches: explainedRows(call, { dataSource, columns, maxRows }),
  };
}

async function currentSchema(call: CallPlatform, id: string): Promise<DataSource> {
  const dataSource = await readSchema(call, id).catch(async (error: unknown) => {
    throw await errorOfRefusal(error, call);
  });
  if (!dataSource.isInTrash) return dataSource;
  throw structureChanged(label, 'The database is in the trash of Notion. Restore it there.');
}

async function* explainedRows(call: CallPlatform, wanted: RowsWanted): AsyncGenerator<Batch> {
  try {
    yield* readRows(call, wanted);
  } catch (error) {
    throw await errorOfRefusal(error, call);
  }
}
