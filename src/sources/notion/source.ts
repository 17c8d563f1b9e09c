/**
 * The Notion source (1.3): the rows of one data source, complete and current. Properties are compared with
 * those remembered by id, so that a renamed, deleted or retyped one is refused instead of exported wrongly (7).
 */
import { z } from 'zod';
import type { CallPlatform } from '../../platform-request.ts';
import type { Batch, Table } from '../../table.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';
import { refuseChanges, rememberedFields, selectRemembered, structureChanged } from '../remembered-fields.ts';
import type { FetchRequest, Source } from '../source.ts';
import { columnType } from './cells.ts';
import { chooseDatabase } from './choose.ts';
import { readBatches } from './read-rows.ts';
import { judgeRefusal, notionName } from './refusals.ts';
import { type NotionProperty, readDataSource } from './schema.ts';

export const notion: Source = {
  platform: notionName,
  fetch: fetchRows,
  isInMemory: () => false,
  choose: chooseDatabase,
};

const settingsShape = z.object({ dataSource: z.string(), fields: rememberedFields });
type Settings = z.infer<typeof settingsShape>;

async function fetchRows(request: FetchRequest): Promise<Table> {
  const { call, maxRows } = request;
  const settings = parseOrUnavailable(settingsShape, request.settings);
  const dataSource = await readDataSource(call, settings.dataSource).catch(async (error: unknown) => {
    throw await judgeRefusal(call, error);
  });
  if (dataSource.isInTrash) {
    throw structureChanged(notionName, 'The database is in the trash of Notion. Restore it there.');
  }
  const columns = chooseColumns(request, settings, dataSource.properties);
  return {
    columns: columns.map(({ name, type }) => ({ name, type: columnType(type) })),
    batches: judged(call, readBatches(call, { dataSource, columns, maxRows })),
  };
}

/** All of now, or those selected; a field that is selected but not remembered was added since. */
function chooseColumns(
  { fields, allFields }: FetchRequest,
  settings: Settings,
  current: readonly NotionProperty[],
): readonly NotionProperty[] {
  if (allFields) return current;
  const byId = new Map(current.map((property) => [property.id, property]));
  refuseChanges(notionName, selectRemembered(settings.fields, fields), byId);
  if (fields === null) return current;
  return fields.map((name) => {
    const property = current.find((candidate) => candidate.name === name);
    if (property) return property;
    throw structureChanged(notionName, `The database has no field ${JSON.stringify(name)}.`);
  });
}

async function* judged(call: CallPlatform, batches: AsyncGenerator<Batch>): AsyncGenerator<Batch> {
  try {
    yield* batches;
  } catch (error) {
    throw await judgeRefusal(call, error);
  }
}
