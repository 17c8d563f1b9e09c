/**
 * The choice of base, table, view and fields for an endpoint (4.5 and section 2): by id, or by name below the
 * base, or as the address that a browser shows. What is missing or unknown is named, with what there is.
 */
import { type CallPlatform, PlatformRefusal } from '../../platform-request.ts';
import { ChoiceError, type ChooseRequest, type Chosen } from '../source.ts';
import { readBases } from './bases.ts';
import { isAccessRefused, judge, scopeMissing } from './refusals.ts';
import { type AirtableTable, type AirtableView, readSchema, remember } from './schema.ts';

export async function chooseAirtable({ choice, fields, call }: ChooseRequest): Promise<Chosen> {
  const { base, table: wantedTable, view: wantedView } = addressParts(choice);
  const tables = await tablesOf(base, call);
  const table = pick('table', wantedTable, tables, 'table of the base');
  const view = wantedView ? pick('view', wantedView, table.views, 'view of the table') : undefined;
  return {
    settings: {
      base,
      table: table.id,
      tableName: table.name,
      ...(view && { view: view.id, viewName: view.name }),
      fields: table.fields.map(remember),
    },
    fields: fields ? chosenNames(fields, table) : shownNames(table, view),
    name: view ? `${table.name} - ${view.name}` : table.name,
  };
}

interface Named {
  readonly id: string;
  readonly name: string;
}

interface AddressParts {
  readonly base: string;
  readonly table: string;
  readonly view: string;
}

/** An address such as `https://airtable.com/app…/tbl…/viw…` may stand for the base and what is in it. */
function addressParts(choice: ChooseRequest['choice']): AddressParts {
  const given = (choice['base'] ?? '').trim();
  const segments = given.split(/[/?#]/);
  const part = (prefix: string): string => segments.find((segment) => segment.startsWith(prefix)) ?? '';
  const isAddress = segments.length > 1;
  const table = choice['table']?.trim() || (isAddress ? part('tbl') : '');
  const viewOfAddress = isAddress && table === part('tbl') ? part('viw') : '';
  return {
    base: (isAddress && part('app')) || given,
    table,
    view: choice['view']?.trim() || viewOfAddress,
  };
}

async function tablesOf(base: string, call: CallPlatform): Promise<readonly AirtableTable[]> {
  if (!/^\w+$/.test(base)) throw await baseUnknown(base, call);
  try {
    return await readSchema(call, base);
  } catch (error) {
    const isUnknown = isAccessRefused(error) && error.code !== 'INVALID_PERMISSIONS';
    if (isUnknown) throw await baseUnknown(base, call);
    throw await judge(error, { base, tableName: '', fields: [], scope: 'schema.bases:read' }, call);
  }
}

async function baseUnknown(base: string, call: CallPlatform): Promise<Error> {
  try {
    const bases = await readBases(call, base);
    const names = bases.map(({ id, name }) => `${JSON.stringify(name)} (${id})`);
    const problem = base === '' ? 'is missing' : 'is not the id of a base that the connection can see';
    return new ChoiceError('base', `${problem}. ${thereIs(names)}`);
  } catch (error) {
    if (error instanceof PlatformRefusal) return scopeMissing('schema.bases:read', error);
    throw error;
  }
}

function pick<Thing extends Named>(
  part: string,
  wanted: string,
  things: readonly Thing[],
  kind: string,
): Thing {
  const thing = find(wanted, things);
  if (thing) return thing;
  const problem = wanted === '' ? 'is missing' : `names no ${kind}`;
  throw new ChoiceError(part, `${problem}. ${thereIs(quoted(things))}`);
}

function find<Thing extends Named>(wanted: string, things: readonly Thing[]): Thing | undefined {
  return things.find(({ id }) => id === wanted) ?? things.find(({ name }) => name === wanted);
}

function chosenNames(wanted: readonly string[], { fields }: AirtableTable): readonly string[] {
  const unknown = wanted.filter((name) => !find(name, fields));
  if (unknown.length === 0 && wanted.length > 0) {
    return [...new Set(wanted.flatMap((name) => find(name, fields)?.name ?? []))];
  }
  const problem =
    wanted.length === 0 ? 'is empty' : `names no field of the table: ${most(unknown.map(quote))}`;
  throw new ChoiceError('fields', `${problem}. ${thereIs(quoted(fields))}`);
}

/** A column that a view hides is not published by an endpoint on that view. Only grids tell what they show. */
function shownNames({ fields }: AirtableTable, view: AirtableView | undefined): readonly string[] | null {
  const shown = view?.visibleFieldIds?.flatMap((id) => fields.find((field) => field.id === id)?.name ?? []);
  return shown && shown.length > 0 ? shown : null;
}

function thereIs(names: readonly string[]): string {
  return names.length === 0 ? 'There is none.' : `There is: ${most(names)}.`;
}

const maxNames = 20;

function most(names: readonly string[]): string {
  const rest = names.length - maxNames;
  return names.slice(0, maxNames).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

const quote = (name: string): string => JSON.stringify(name);
const quoted = (things: readonly Named[]): string[] => things.map(({ name }) => quote(name));
