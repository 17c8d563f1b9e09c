/**
 * The columns of an endpoint without its rows, as a statement sees them (contract 2.3.1): of an uploaded file those
 * that it has, on a platform those that the endpoint remembers.
 */

import { uniqueNames } from '../base/unique-names.ts';
import type { ConnectionContext } from '../connections/connection-context.ts';
import { callNobody } from '../connections/platform-caller.ts';
import { choiceOfSource } from '../connections/platforms.ts';
import { allSources } from '../sources/all-sources.ts';
import { alwaysWaiting } from '../storage/uploads/upload-store.ts';
import type { Column } from '../table/table.ts';
import { extractedColumn } from '../transform/extract-json-property.ts';
import type { Endpoint } from './endpoint.ts';

/** `fields` null: all of them. */
export async function endpointColumns(
  context: ConnectionContext,
  endpoint: Endpoint,
  fields: readonly string[] | null,
): Promise<readonly Column[]> {
  const columns =
    endpoint.connectionId === null
      ? await uploadedColumns(context, endpoint, fields)
      : rememberedColumns(endpoint, fields);
  const names = uniqueNames(columns.map(({ name }) => name));
  return columns.map((column, at) => ({ ...column, name: names[at] ?? column.name }));
}

/** As a hit would ask for them: 409 if one is not there. */
export async function uploadedColumns(
  { uploads }: ConnectionContext,
  { source, sourceSettings: settings }: Endpoint,
  fields: readonly string[] | null,
): Promise<readonly Column[]> {
  using held = new DisposableStack();
  const openUpload = async (id: string): Promise<string> =>
    held.use(await uploads.open(id, alwaysWaiting)).folder;
  const request = { settings, fields, allFields: false, openUpload, call: callNobody };
  return (await allSources[source].fetch(request)).columns;
}

function rememberedColumns(
  { source, sourceSettings, linkedRecords }: Endpoint,
  fields: readonly string[] | null,
): readonly Column[] {
  const columns = choiceOfSource(source).columnsOf(sourceSettings);
  const remembered = linkedRecords === 'json' ? columns : columns.map(extractedColumn);
  if (fields === null) return remembered;
  const byName = new Map(remembered.map((column) => [column.name, column]));
  return fields.map((name) => byName.get(name) ?? { name, type: 'any' });
}
