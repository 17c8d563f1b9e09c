/**
 * What an endpoint on Notion is to remember: one data source, chosen by the id of its database, by its own id or by a
 * pasted address, and its properties as they are then.
 */
import { z } from 'zod';
import { cutName, listedNames } from '../../base/listed-names.ts';
import { type CallPlatform, PlatformRefusal } from '../../platform/platform-request.ts';
import { refuseTableNames, refuseUnknownFields } from '../choice-names.ts';
import { ChoiceError, type ChooseRequest, type Chosen, type SourceChoice } from '../source.ts';
import { columnType, textOf } from './cells.ts';
import { lookAround, steps } from './list-choices.ts';
import { errorOfRefusal } from './refusals.ts';
import { request } from './request.ts';
import { type DataSource, readSchema, remember } from './schema.ts';
import { settingsShape } from './settings.ts';

export const choice: SourceChoice = {
  parts: {
    database:
      'the id of the database or of one of its data sources, or the address of its page in the browser.',
  },
  choose,
  choiceOf: (settings) => choiceShape.parse(settings),
  columnsOf: (settings) =>
    settingsShape.parse(settings).fields.map(({ name, type }) => ({ name, type: columnType(type) })),
  steps,
  lookAround,
};

/** From what an endpoint remembers. */
const choiceShape = z
  .object({ dataSource: z.string() })
  .transform(({ dataSource }) => ({ database: dataSource }));

async function choose({ choice, fields, call }: ChooseRequest): Promise<Chosen> {
  const id = idIn(choice['database'] ?? '');
  const { database, title, dataSource } = await findDataSource(call, id).catch(async (error: unknown) => {
    throw await errorOfRefusal(error, call);
  });
  if (dataSource.isInTrash)
    throw new ChoiceError('database', 'names a database that is in the trash of Notion');
  const names = dataSource.properties.map(({ name }) => name);
  refuseTableNames('database', names, 'field');
  if (fields) refuseUnknownFields(fields, { kind: 'property of the database', names });
  return {
    settings: { database, dataSource: dataSource.id, fields: dataSource.properties.map(remember) },
    fields,
    name: dataSource.title || title || 'Notion database',
  };
}

interface Found {
  readonly database: string;
  /** Of the database; empty when only the data source is known. */
  readonly title: string;
  readonly dataSource: DataSource;
}

const idPattern = /(?<![0-9a-f])(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![0-9a-f])/gi;

/** With dashes. The last id of an address counts; those in its query are of views and opened pages. */
function idIn(given: string): string {
  const [path = ''] = given.split(/[?#]/);
  const digits = path.match(idPattern)?.at(-1)?.replaceAll('-', '').toLowerCase();
  if (digits) return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const need = 'give the id of a Notion database (32 letters and digits) or the address of its page';
  throw new ChoiceError('database', given === '' ? `is missing: ${need}` : `holds no id: ${need}`);
}

const databaseShape = z.object({
  id: z.string(),
  title: z.unknown().optional(),
  data_sources: z.array(z.object({ id: z.string(), name: z.string().nullish() })),
});

async function findDataSource(call: CallPlatform, id: string): Promise<Found> {
  const database = await unlessAbsent(request(call, { path: `/v1/databases/${id}` }, databaseShape));
  const only = database ? onlyDataSource(database.data_sources) : id;
  const dataSource = await unlessAbsent(readSchema(call, only));
  if (dataSource) {
    const title = database ? textOf(database.title) : '';
    return { database: database?.id ?? dataSource.database, title, dataSource };
  }
  throw new ChoiceError(
    'database',
    'names no database that the integration can see: open the database in Notion and add the integration under Connections',
  );
}

function onlyDataSource(dataSources: z.infer<typeof databaseShape>['data_sources']): string {
  const [first, ...others] = dataSources;
  if (!first) {
    throw new ChoiceError(
      'database',
      'names a database whose rows the integration cannot see: if it is a linked view, choose the original database',
    );
  }
  if (others.length === 0) return first.id;
  const names = dataSources.map(({ id, name }) => `${id} (${cutName(name || 'untitled')})`);
  const list = listedNames(names, (name) => name);
  throw new ChoiceError(
    'database',
    `has several data sources: give the id of one of its data sources: ${list}`,
  );
}

/** An id of something else is refused as invalid or as not found. */
async function unlessAbsent<Value>(response: Promise<Value>): Promise<Value | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof PlatformRefusal && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  }
}
