/**
 * The choice of base, table, view and fields for an endpoint (4.5 and section 2): by id, or by name below the
 * base, or as the address that a browser shows. What is missing or unknown is named, with what there is.
 */
import { z } from 'zod';
import { type CallPlatform, PlatformRefusal } from '../../platform-request.ts';
import { quoted, refuseUnknownFields, thereIs } from '../choice-names.ts';
import { type Choice, ChoiceError, type ChooseRequest, type Chosen, type SourceChoice } from '../source.ts';
import { readBases } from './bases.ts';
import { errorOfRefusal, isAccessRefused, scopeMissing } from './refusals.ts';
import { type BaseTable, readSchema, remember, rememberedColumn, type View } from './schema.ts';
import { settingsShape } from './settings.ts';

export const choice: SourceChoice = {
  parts: {
    base: 'the id of the base, or an address such as `https://airtable.com/app…/tbl…/viw…`, which may also name table and view.',
    table: 'the id or the name of the table.',
    view: 'the id or the name of a view; rows come in its order, and without `--fields` only the fields that it shows.',
  },
  choose,
  choiceOf: (settings) => choiceShape.parse(settings),
  columnsOf: (settings) => settingsShape.parse(settings).fields.map(rememberedColumn),
};

/** From what an endpoint remembers. */
const choiceShape = z.object({ base: z.string(), table: z.string(), view: z.string().optional() });

async function choose({ choice, fields, call }: ChooseRequest): Promise<Chosen> {
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
function addressParts(choice: Choice): AddressParts {
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

async function tablesOf(base: string, call: CallPlatform): Promise<readonly BaseTable[]> {
  if (!/^\w+$/.test(base)) throw await baseUnknown(base, call);
  try {
    return await readSchema(call, base);
  } catch (error) {
    const isUnknown = isAccessRefused(error) && error.code !== 'INVALID_PERMISSIONS';
    if (isUnknown) throw await baseUnknown(base, call);
    throw await errorOfRefusal(error, call, { base, tableName: '', fields: [], scope: 'schema.bases:read' });
  }
}

async function baseUnknown(base: string, call: CallPlatform): Promise<Error> {
  try {
    const bases = await readBases(call, base);
    const names = bases.map(({ id, name }) => `${quoted(name)} (${id})`);
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
  throw new ChoiceError(part, `${problem}. ${thereIs(things.map(({ name: known }) => quoted(known)))}`);
}

function find<Thing extends Named>(wanted: string, things: readonly Thing[]): Thing | undefined {
  return things.find(({ id }) => id === wanted) ?? things.find(({ name }) => name === wanted);
}

function chosenNames(wanted: readonly string[], { fields }: BaseTable): readonly string[] {
  refuseUnknownFields(wanted, {
    kind: 'field of the table',
    names: fields.map(({ name }) => name),
    isKnown: (name) => find(name, fields) !== undefined,
  });
  return [...new Set(wanted.flatMap((name) => find(name, fields)?.name ?? []))];
}

/** A column that a view hides is not published by an endpoint on that view. Only grids tell what they show. */
function shownNames({ fields }: BaseTable, view: View | undefined): readonly string[] | null {
  const shown = view?.visibleFieldIds?.flatMap((id) => fields.find((field) => field.id === id)?.name ?? []);
  return shown && shown.length > 0 ? shown : null;
}
