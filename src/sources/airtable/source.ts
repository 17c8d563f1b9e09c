/**
 * The Airtable source (1.3): one call for the structure, which is compared with what the endpoint remembers of
 * it, then the records of the table or view in its order, page by page. Linked records become lists of objects
 * with an id and a name (section 2).
 */
import { z } from 'zod';
import type { CallPlatform } from '../../platform-request.ts';
import type { Batch } from '../../table.ts';
import { parseOrUnavailable } from '../parse-or-unavailable.ts';
import { refuseChanges, rememberedFields, selectRemembered, structureChanged } from '../remembered-fields.ts';
import type { FetchRequest, Source } from '../source.ts';
import { chooseAirtable } from './choose.ts';
import { columnType } from './field-types.ts';
import { type RowsWanted, readRows } from './read-rows.ts';
import { judge, platform, type RefusedRead, tableGone, viewGone } from './refusals.ts';
import { type AirtableField, type AirtableTable, readSchema, remember } from './schema.ts';

const settingsSchema = z.object({
  base: z.string(),
  table: z.string(),
  tableName: z.string(),
  view: z.string().optional(),
  viewName: z.string().optional(),
  fields: rememberedFields,
});

type Settings = z.output<typeof settingsSchema>;

export const airtable: Source = {
  platform,
  isInMemory: () => false,
  choose: chooseAirtable,
  fetch: async (request) => {
    const settings = parseOrUnavailable(settingsSchema, request.settings);
    const { base, view } = settings;
    const tables = await structureOf(settings, request.call);
    const table = tableOf(settings, tables);
    const fields = wantedFields(settings, request, table);
    return {
      columns: fields.map((field) => ({ name: field.name, type: columnType(field) })),
      batches: rows(request.call, { base, table, tables, view, fields, maxRows: request.maxRows }, settings),
    };
  },
};

async function structureOf(settings: Settings, call: CallPlatform): Promise<readonly AirtableTable[]> {
  try {
    return await readSchema(call, settings.base);
  } catch (error) {
    throw await judge(error, place(settings, 'schema.bases:read'), call);
  }
}

function tableOf({ table, tableName, view, viewName }: Settings, tables: readonly AirtableTable[]) {
  const found = tables.find(({ id }) => id === table);
  if (!found) throw tableGone(tableName);
  if (view !== undefined && !found.views.some(({ id }) => id === view)) throw viewGone(viewName ?? view);
  return found;
}

function wantedFields(
  { fields: remembered }: Settings,
  { fields: selected, allFields }: FetchRequest,
  table: AirtableTable,
): readonly AirtableField[] {
  if (allFields) return table.fields;
  const now = new Map(table.fields.map((field) => [field.id, remember(field)]));
  refuseChanges(platform, selectRemembered(remembered, selected), now);
  if (selected === null) return table.fields;
  return selected.map((name) => {
    const field = table.fields.find((candidate) => candidate.name === name);
    if (field) return field;
    throw structureChanged(platform, `The table has no field ${JSON.stringify(name)}.`);
  });
}

async function* rows(call: CallPlatform, wanted: RowsWanted, settings: Settings): AsyncGenerator<Batch> {
  try {
    yield* readRows(call, wanted);
  } catch (error) {
    throw await judge(error, place(settings, 'data.records:read'), call);
  }
}

function place({ base, tableName, viewName, fields }: Settings, scope: RefusedRead['scope']): RefusedRead {
  return { base, tableName, viewName, fields, scope };
}
