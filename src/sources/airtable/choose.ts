/**
 * The choice of base, table, view and fields for an endpoint (contract 4.5): by id, or by name below the base, or as
 * the address that a browser shows. What is missing or unknown is named, with what there is.
 */
import { z } from 'zod';
import { refuseTableNames, refuseUnknownFields } from '../choice-names.ts';
import type { ChooseRequest, Chosen, SourceChoice } from '../source.ts';
import { addressParts, byIdOrName, pick, tablesOf } from './chosen-table.ts';
import { lookAround, steps } from './list-choices.ts';
import { type BaseTable, remember, rememberedColumn, type View } from './schema.ts';
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
  steps,
  lookAround,
};

/** From what an endpoint remembers. */
const choiceShape = z.object({ base: z.string(), table: z.string(), view: z.string().optional() });

async function choose({ choice, fields, call }: ChooseRequest): Promise<Chosen> {
  const { base, table: wantedTable, view: wantedView } = addressParts(choice);
  const tables = await tablesOf(base, call);
  const table = pick('table', wantedTable, tables, 'table of the base');
  refuseTableNames(
    'table',
    table.fields.map(({ name }) => name),
    'field',
  );
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

function chosenNames(wanted: readonly string[], { fields }: BaseTable): readonly string[] {
  const known = byIdOrName(fields);
  refuseUnknownFields(wanted, {
    kind: 'field of the table',
    names: fields.map(({ name }) => name),
    isKnown: (name) => known.has(name),
  });
  return [...new Set(wanted.flatMap((name) => known.get(name)?.name ?? []))];
}

/** A column that a view hides is not published by an endpoint on that view. Only grids tell what they show. */
function shownNames({ fields }: BaseTable, view: View | undefined): readonly string[] | null {
  const names = new Map(fields.map(({ id, name }) => [id, name]));
  const shown = view?.visibleFieldIds?.flatMap((id) => names.get(id) ?? []);
  return shown && shown.length > 0 ? shown : null;
}
