/**
 * The emulated metadata: the owner of the token, the bases visible to it (a thousand per page), and the tables,
 * fields and views of a base. Unknown field types and keys are passed through unchanged.
 */
import type { AirtableBase, AirtableTable, AirtableView } from './airtable-data.ts';
import { refusals } from './airtable-refusal.ts';
import type { AirtableAccess } from './airtable-tokens.ts';

const userId = 'usrEmulatedUser01';
const basesPerPage = 1000;

/** The scopes are not returned for a personal access token. */
export function whoAmI({ kind, scopes }: AirtableAccess): unknown {
  return {
    id: userId,
    ...(kind === 'oauth' && { scopes }),
    ...(scopes.includes('user.email:read') && { email: 'owner@example.com' }),
  };
}

export function listBases(bases: readonly AirtableBase[], offset: string): unknown {
  const start = offset ? placeAfter(bases, offset) : 0;
  const page = bases.slice(start, start + basesPerPage);
  const last = start + basesPerPage < bases.length ? page.at(-1) : undefined;
  return {
    bases: page.map(({ id, name, permissionLevel }) => ({ id, name, permissionLevel })),
    ...(last && { offset: `itrEmulatedBases1/${last.id}` }),
  };
}

function placeAfter(bases: readonly AirtableBase[], offset: string): number {
  const [, lastId] = /^itr[A-Za-z0-9]{14}\/(app\w+)$/.exec(offset) ?? [];
  const place = bases.findIndex(({ id }) => id === lastId);
  if (place < 0) throw refusals.invalidOffset();
  return place + 1;
}

export function baseSchema(base: AirtableBase, include: readonly string[]): unknown {
  const withVisible = include.includes('visibleFieldIds');
  return { tables: base.tables.map((table) => tableSchema(table, withVisible)) };
}

function tableSchema(table: AirtableTable, withVisible: boolean): unknown {
  const { records: _, views, ...shown } = table;
  return { ...shown, views: views.map((view) => viewSchema(table, view, withVisible)) };
}

function viewSchema(table: AirtableTable, view: AirtableView, withVisible: boolean): unknown {
  const { recordIds: _, visibleFieldIds, ...shown } = view;
  if (!withVisible || view.type !== 'grid') return shown;
  const fieldIds = table.fields.map(({ id }) => id);
  return {
    ...shown,
    visibleFieldIds: visibleFieldIds?.filter((id) => fieldIds.includes(id)) ?? fieldIds,
  };
}
