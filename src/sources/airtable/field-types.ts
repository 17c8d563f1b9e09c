/**
 * Every field type of Airtable and the type of the column that it becomes. A calculated field may hold an error
 * in any cell, which becomes text, so only one whose result is text has cells of one kind (contract 1.3.5).
 */
import type { ColumnType } from '../../table/table.ts';

/** As far as its type is concerned. */
interface TypedField {
  readonly type: string;
  readonly options: { readonly result?: { readonly type: string } | undefined };
}

export const columnTypes = {
  singleLineText: 'string',
  email: 'string',
  url: 'string',
  phoneNumber: 'string',
  multilineText: 'string',
  richText: 'string',
  aiText: 'string',
  date: 'string',
  dateTime: 'string',
  createdTime: 'string',
  lastModifiedTime: 'string',
  singleSelect: 'string',
  externalSyncSource: 'string',
  number: 'number',
  currency: 'number',
  percent: 'number',
  duration: 'number',
  rating: 'integer',
  autoNumber: 'integer',
  count: 'integer',
  checkbox: 'boolean',
  multipleSelects: 'json',
  singleCollaborator: 'json',
  createdBy: 'json',
  lastModifiedBy: 'json',
  multipleCollaborators: 'json',
  multipleRecordLinks: 'json',
  multipleAttachments: 'json',
  multipleLookupValues: 'json',
  barcode: 'json',
  button: 'json',
  formula: 'any',
  rollup: 'any',
} as const satisfies Record<string, ColumnType>;

/** A type that is not in the table is one that Airtable has added since: its cells may be anything. */
export function columnType(field: TypedField): ColumnType {
  const type = typeOf(field.type);
  if (type !== 'any') return type;
  return typeOf(field.options.result?.type ?? '') === 'string' ? 'string' : 'any';
}

export function isKnownType(type: string): type is keyof typeof columnTypes {
  return Object.hasOwn(columnTypes, type);
}

function typeOf(type: string): ColumnType {
  return isKnownType(type) ? columnTypes[type] : 'any';
}
