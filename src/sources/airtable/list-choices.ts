/**
 * What can be chosen on Airtable, step by step: bases, tables of a base, views of a table; and what a token sees.
 * Airtable tells the scopes of a personal token nobody, so that they are tried with one small call each.
 */
import { type CallPlatform, PlatformRefusal } from '../../platform/platform-request.ts';
import { matchingOptions } from '../matching-options.ts';
import type { ChoiceOption, ChoiceStep, Listed, ListRequest, LookedAround } from '../source.ts';
import { readBases } from './bases.ts';
import { addressParts, pick, tablesOf } from './chosen-table.ts';
import { isAccessRefused, scopeMissing } from './refusals.ts';
import { readSchema } from './schema.ts';

export const steps: readonly [ChoiceStep, ...ChoiceStep[]] = [
  {
    part: 'base',
    label: 'Base',
    isOptional: false,
    paste: 'The address of a base, as the browser shows it: https://airtable.com/app…',
    list: listBases,
  },
  { part: 'table', label: 'Table', isOptional: false, paste: null, list: listTables },
  { part: 'view', label: 'View', isOptional: true, paste: null, list: listViews },
];

const optionOf = ({ id, name }: { readonly id: string; readonly name: string }): ChoiceOption => ({
  value: id,
  name,
  note: null,
});

async function listBases({ call, search }: ListRequest): Promise<Listed> {
  const bases = await readBases(call, '').catch((error: unknown) => {
    throw error instanceof PlatformRefusal ? scopeMissing('schema.bases:read', error) : error;
  });
  return matchingOptions(bases.map(optionOf), search);
}

async function listTables({ call, search, choice }: ListRequest): Promise<Listed> {
  return matchingOptions((await tablesOf(addressParts(choice).base, call)).map(optionOf), search);
}

async function listViews({ call, search, choice }: ListRequest): Promise<Listed> {
  const { base, table } = addressParts(choice);
  const { views } = pick('table', table, await tablesOf(base, call), 'table of the base');
  return matchingOptions(views.map(optionOf), search);
}

export async function lookAround(call: CallPlatform): Promise<LookedAround> {
  try {
    const bases = await readBases(call, '');
    const first = bases[0]?.id;
    const missing = first !== undefined && !(await mayReadRecords(call, first)) ? ['data.records:read'] : [];
    return { ...matchingOptions(bases.map(optionOf), ''), missing };
  } catch (error) {
    if (!isAccessRefused(error)) throw error;
    return { options: [], hasMore: false, missing: ['schema.bases:read'] };
  }
}

async function mayReadRecords(call: CallPlatform, base: string): Promise<boolean> {
  const [table] = await readSchema(call, base);
  if (!table) return true;
  const path = `/v0/${encodeURIComponent(base)}/${encodeURIComponent(table.id)}?maxRecords=1`;
  try {
    await call({ path, scope: base });
    return true;
  } catch (error) {
    if (isAccessRefused(error)) return false;
    throw error;
  }
}
