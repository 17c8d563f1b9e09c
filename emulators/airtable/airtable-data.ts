/**
 * The content of the emulated Airtable: bases with their tables, fields, views and records. Everything is plain data
 * that may be changed while the emulator runs; cells are stored by field id, so that a renamed field keeps them.
 */
import { randomBytes } from 'node:crypto';

export interface AirtableBase {
  id: string;
  name: string;
  /** none, read, comment, edit or create. */
  permissionLevel: string;
  tables: AirtableTable[];
}

export interface AirtableTable {
  id: string;
  name: string;
  description?: string;
  primaryFieldId: string;
  fields: AirtableField[];
  views: AirtableView[];
  records: AirtableRecord[];
}

export interface AirtableField {
  id: string;
  name: string;
  type: string;
  description?: string;
  options?: Record<string, unknown> | null;
}

export interface AirtableView {
  id: string;
  name: string;
  type: string;
  personalForUserId?: string;
  /** Absent: all fields. */
  visibleFieldIds?: string[];
  /** The records that it shows, in order; absent: all, in the order of the table. */
  recordIds?: string[];
}

export interface AirtableRecord {
  readonly id: string;
  readonly createdTime: string;
  readonly cells: Record<string, unknown>;
  commentCount?: number;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id in Airtable's format: a prefix for the kind and 14 letters or digits. */
export function newAirtableId(prefix: string): string {
  return prefix + Array.from(randomBytes(14), (byte) => letters.charAt(byte % letters.length)).join('');
}

export function isAirtableId(prefix: string, text: string): boolean {
  return text.startsWith(prefix) && /^[A-Za-z0-9]{14}$/.test(text.slice(prefix.length));
}

/** Tables, fields and views can be referenced by id or by name. */
export function byIdOrName<Thing extends { id: string; name: string }>(
  things: readonly Thing[],
  wanted: string,
): Thing | undefined {
  return things.find(({ id }) => id === wanted) ?? things.find(({ name }) => name === wanted);
}

interface RecordIndex {
  readonly records: readonly AirtableRecord[];
  readonly length: number;
  readonly last: AirtableRecord | undefined;
  readonly places: ReadonlyMap<string, number>;
}

const indexes = new WeakMap<AirtableTable, RecordIndex>();

/** The position of a record in its table; the index is rebuilt when rows are added, removed or moved. */
export function placeOfRecord(table: AirtableTable, id: string): number | undefined {
  const place = freshIndex(table).places.get(id);
  if (place === undefined || table.records[place]?.id === id) return place;
  indexes.delete(table);
  return freshIndex(table).places.get(id);
}

function freshIndex(table: AirtableTable): RecordIndex {
  const known = indexes.get(table);
  const { records } = table;
  const isFresh =
    known?.records === records && known.length === records.length && known.last === records.at(-1);
  if (isFresh) return known;
  const places = new Map(records.map(({ id }, place) => [id, place]));
  const index = { records, length: records.length, last: records.at(-1), places };
  indexes.set(table, index);
  return index;
}
