/**
 * Choosing the fields of a platform's table anew (1.8): the same table, but its fields as they are now are what
 * the endpoint remembers from here on. This is how an owner puts a 409 right.
 */
import { z } from 'zod';
import type { ConnectionContext } from '../connections/connection-context.ts';
import type { SourceName } from '../sources/all-sources.ts';
import { chooseFrom } from './create-endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { type EndpointChanges, updateEndpoint } from './endpoint-store.ts';

type Choice = Readonly<Record<string, string | undefined>>;

const text = z.string();

/** From what an endpoint remembers to the choice it was made by. */
const choices: Readonly<Partial<Record<SourceName, z.ZodType<Choice>>>> = {
  airtable: z.object({ base: text, table: text, view: text.optional() }),
  notion: z.object({ dataSource: text }).transform(({ dataSource }) => ({ database: dataSource })),
  google_sheets: z.union([
    z.object({ spreadsheet: text, sheetId: z.number() }).transform(({ spreadsheet, sheetId }) => ({
      spreadsheet: `https://docs.google.com/spreadsheets/d/${spreadsheet}/edit#gid=${sheetId}`,
    })),
    z
      .object({ spreadsheet: text, namedRange: text })
      .transform(({ spreadsheet, namedRange }) => ({ spreadsheet, sheet: namedRange })),
  ]),
};

/** `fields` null: all of them. */
export async function chooseFieldsAgain(
  context: ConnectionContext,
  { id, source, sourceSettings, connectionId }: Endpoint,
  fields: readonly string[] | null,
): Promise<void> {
  const choice = choices[source]?.parse(sourceSettings);
  if (!choice || connectionId === null)
    throw new TypeError(`the source ${source} has nothing to choose from`);
  const chosen = await chooseFrom(context, source, connectionId, choice, fields);
  const changes: EndpointChanges = {
    sourceSettings: chosen.settings,
    fields: fields === null ? null : chosen.fields,
  };
  await updateEndpoint(context.database.db, id, changes);
}
