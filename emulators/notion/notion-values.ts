/**
 * The complete value of one property in one row. A value that does not match the type, for example after a change of
 * type, is empty.
 */
import {
  isObject,
  type NotionProperty,
  type NotionReader,
  type NotionRow,
  type NotionWorkspace,
} from './notion-data.ts';
import { visibleDataSource } from './notion-lookup.ts';

type Kind = 'list' | 'flag' | 'number' | 'text' | 'object';

const kinds: Readonly<Record<string, Kind>> = {
  title: 'list',
  rich_text: 'list',
  number: 'number',
  select: 'object',
  status: 'object',
  multi_select: 'list',
  date: 'object',
  people: 'list',
  files: 'list',
  checkbox: 'flag',
  url: 'text',
  email: 'text',
  phone_number: 'text',
  formula: 'object',
  relation: 'list',
  rollup: 'object',
  unique_id: 'object',
  verification: 'object',
  place: 'object',
};

export const botUser = { object: 'user', id: '0b000000-0000-4000-8000-00000000b001' } as const;

export function storedValue(row: NotionRow, property: NotionProperty): unknown {
  const value = row.values[property.id] ?? null;
  if (property.type === 'created_time') return row.createdTime;
  if (property.type === 'last_edited_time') return row.lastEditedTime;
  if (property.type === 'created_by' || property.type === 'last_edited_by') return value ?? botUser;
  if (property.type === 'button') return {};
  const kind = kinds[property.type];
  if (kind === undefined || fits(kind, value)) return value;
  if (kind === 'list') return [];
  return kind === 'flag' ? false : null;
}

export function listValue(row: NotionRow, property: NotionProperty): readonly unknown[] {
  const value = storedValue(row, property);
  return Array.isArray(value) ? value : [];
}

/** All pages it refers to; none if the integration may not see them. */
export function relatedPages(
  workspace: NotionWorkspace,
  row: NotionRow,
  property: NotionProperty,
): readonly { id: string }[] {
  if (!visibleDataSource(workspace, property.config['data_source_id'])) return [];
  return listValue(row, property).filter(hasId);
}

/** The fields of a user that the integration may see. */
export function shownUser(reader: NotionReader, user: unknown): unknown {
  if (reader.readsUsers || !isObject(user)) return user;
  return { object: user['object'], id: user['id'] };
}

function fits(kind: Kind, value: unknown): boolean {
  if (kind === 'list') return Array.isArray(value);
  if (kind === 'flag') return typeof value === 'boolean';
  if (value === null) return true;
  if (kind === 'number') return typeof value === 'number';
  return kind === 'text' ? typeof value === 'string' : isObject(value);
}

function hasId(value: unknown): value is { id: string } {
  return isObject(value) && typeof value['id'] === 'string';
}
