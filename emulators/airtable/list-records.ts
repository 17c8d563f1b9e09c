/**
 * The emulated list of records, page by page, and a single record: selects and orders the rows, and returns only
 * requested cells that are not empty.
 */
import { cellText, type TextContext } from './airtable-cell-text.ts';
import {
  type AirtableBase,
  type AirtableField,
  type AirtableRecord,
  type AirtableTable,
  byIdOrName,
  isAirtableId,
  placeOfRecord,
} from './airtable-data.ts';
import { compileFormula } from './airtable-formula.ts';
import { refusals } from './airtable-refusal.ts';
import type { ListParameters } from './list-records-parameters.ts';
import type { RecordListings } from './record-listings.ts';
import { sortRecords } from './sort-records.ts';

export function listRecords(
  listings: RecordListings,
  base: AirtableBase,
  table: AirtableTable,
  wanted: ListParameters,
): unknown {
  const fields = wanted.fields?.map((name) => fieldOf(table, name)) ?? table.fields;
  const sort = wanted.sort.map((key) => ({ ...key, field: fieldOf(table, key.field) }));
  const context = { base, timeZone: wanted.timeZone ?? 'UTC' };
  const { records, offset } = wanted.offset
    ? listings.nextPage(table, wanted.offset, wanted.pageSize)
    : listings.firstPage(table, chosenRows(table, wanted, sort, context), wanted.pageSize);
  const columns = fields.map((field) => ({
    id: field.id,
    key: wanted.returnFieldsByFieldId ? field.id : field.name,
    ...(wanted.cellFormat === 'string' && { text: cellText(field, context) }),
  }));
  const hasComments = wanted.recordMetadata.length > 0;
  return {
    records: records.map((record) => recordJson(record, columns, hasComments)),
    ...(offset !== undefined && { offset }),
  };
}

export function getRecord(table: AirtableTable, id: string, byId: boolean): unknown {
  if (!isAirtableId('rec', id)) throw refusals.notFound();
  const record = table.records[placeOfRecord(table, id) ?? -1];
  if (!record) throw refusals.modelNotFound();
  return recordJson(
    record,
    table.fields.map((field) => ({ id: field.id, key: byId ? field.id : field.name })),
    false,
  );
}

interface CellColumn {
  readonly id: string;
  readonly key: string;
  readonly text?: (value: unknown) => string;
}

function recordJson(record: AirtableRecord, columns: readonly CellColumn[], hasComments: boolean): unknown {
  const fields: Record<string, unknown> = {};
  const { cells } = record;
  for (const { id, key, text } of columns) {
    const value = text ? text(cells[id]) : cells[id];
    if (!isEmpty(value)) fields[key] = value;
  }
  const { id, createdTime, commentCount = 0 } = record;
  return { id, createdTime, fields, ...(hasComments && { commentCount }) };
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true;
  return Array.isArray(value) && value.length === 0;
}

function chosenRows(
  table: AirtableTable,
  wanted: ListParameters,
  sort: readonly { field: AirtableField; direction: 'asc' | 'desc' }[],
  context: TextContext,
): readonly AirtableRecord[] {
  let rows = viewRows(table, wanted.view);
  if (wanted.filterByFormula) {
    const texts = new Map(table.fields.map((field) => [field.id, cellText(field, context)]));
    rows = rows.filter(
      compileFormula(wanted.filterByFormula, table, (id, value) => texts.get(id)?.(value) ?? ''),
    );
  }
  if (sort.length > 0)
    rows = sortRecords(
      rows,
      sort.map((key) => ({ ...key, text: cellText(key.field, context) })),
    );
  return rows.length > wanted.maxRecords ? rows.slice(0, wanted.maxRecords) : rows;
}

/** A copy, because the table may change while its pages are read. */
function viewRows(table: AirtableTable, name: string | undefined): AirtableRecord[] {
  if (!name) return table.records.slice();
  const view = byIdOrName(table.views, name);
  if (!view) throw refusals.unknownView(name);
  if (!view.recordIds) return table.records.slice();
  return view.recordIds.flatMap((id) => table.records[placeOfRecord(table, id) ?? -1] ?? []);
}

function fieldOf(table: AirtableTable, name: string): AirtableField {
  const field = byIdOrName(table.fields, name);
  if (!field) throw refusals.unknownField(name);
  return field;
}
