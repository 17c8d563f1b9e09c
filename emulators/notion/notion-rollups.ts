/**
 * Rollups, calculated over the pages of a relation: over the first 25 of them in a page, over all of them in property
 * items.
 */
import {
  isObject,
  type NotionDataSource,
  type NotionProperty,
  type NotionRow,
  type NotionWorkspace,
} from './notion-data.ts';
import { propertyById, rowOf, visibleDataSource } from './notion-lookup.ts';
import { relatedPages, storedValue } from './notion-values.ts';

export interface RollupElement {
  readonly property: NotionProperty;
  readonly value: unknown;
}

export function rollupFunction(property: NotionProperty): string {
  const name = property.config['function'];
  return typeof name === 'string' ? name : 'unsupported';
}

export function isOriginal(property: NotionProperty): boolean {
  return /^show_/.test(rollupFunction(property));
}

/** The relation of a rollup, and the pages that it refers to in this row. */
export function rollupRelation(
  workspace: NotionWorkspace,
  dataSource: NotionDataSource,
  property: NotionProperty,
  row: NotionRow,
): { relation: NotionProperty; pages: readonly { id: string }[] } | undefined {
  const relation = propertyById(dataSource, decoded(property.config['relation_property_id']))?.[1];
  return relation && { relation, pages: relatedPages(workspace, row, relation) };
}

/** The rolled-up property of each page, without deleted pages. */
export function rollupElements(
  workspace: NotionWorkspace,
  property: NotionProperty,
  { relation, pages }: { relation: NotionProperty; pages: readonly { id: string }[] },
): RollupElement[] {
  const related = visibleDataSource(workspace, relation.config['data_source_id'])?.dataSource;
  const target = related && propertyById(related, decoded(property.config['rollup_property_id']))?.[1];
  if (!target) return [];
  const rows = pages.map((page) => rowOf(related, page.id)).filter((row) => row !== undefined);
  return rows.map((row) => ({ property: target, value: storedValue(row, target) }));
}

/** The rollup of these elements as returned in a page. */
export function rollupValue(
  property: NotionProperty,
  elements: readonly RollupElement[],
): Record<string, unknown> {
  const name = rollupFunction(property);
  if (name === 'show_original' || name === 'show_unique') {
    const all = elements.map(({ property: { type }, value }) => ({ type, [type]: value }));
    return { type: 'array', array: name === 'show_unique' ? distinct(all) : all, function: name };
  }
  const values = elements.map(({ property: { type }, value }) => plain(type, value));
  const counted = counts[name]?.(values);
  if (counted !== undefined) return { type: 'number', number: counted, function: name };
  const dated = dates[name]?.(values.filter((value) => typeof value === 'string').sort());
  if (dated !== undefined) return { type: 'date', date: dated, function: name };
  return { type: 'unsupported', unsupported: {}, function: name };
}

type Count = (values: readonly unknown[]) => number | null;

const counts: Readonly<Record<string, Count>> = {
  count: (values) => values.length,
  count_values: (values) => values.filter(isFilled).length,
  not_empty: (values) => values.filter(isFilled).length,
  empty: (values) => values.filter((value) => !isFilled(value)).length,
  unique: (values) => distinct(values.filter(isFilled)).length,
  percent_not_empty: (values) => share(values, isFilled),
  percent_empty: (values) => share(values, (value) => !isFilled(value)),
  checked: (values) => values.filter((value) => value === true).length,
  unchecked: (values) => values.filter((value) => value !== true).length,
  percent_checked: (values) => share(values, (value) => value === true),
  percent_unchecked: (values) => share(values, (value) => value !== true),
  sum: (values) => sum(numbers(values)),
  average: (values) => overNumbers(values, (all) => sum(all) / all.length),
  min: (values) => overNumbers(values, (all) => all[0]),
  max: (values) => overNumbers(values, (all) => all.at(-1)),
  range: (values) => overNumbers(values, (all) => (all.at(-1) ?? 0) - (all[0] ?? 0)),
  median: (values) => overNumbers(values, median),
};

type Dated = (sorted: readonly string[]) => Record<string, unknown> | null;

const dates: Readonly<Record<string, Dated>> = {
  earliest_date: ([first]) => (first === undefined ? null : date(first, null)),
  latest_date: (sorted) => (sorted.length === 0 ? null : date(sorted.at(-1), null)),
  date_range: ([first, ...rest]) => (first === undefined ? null : date(first, rest.at(-1) ?? null)),
};

function date(start: string | undefined, end: string | null): Record<string, unknown> {
  return { start, end, time_zone: null };
}

/** The value used by counts and sums: the result of a formula, the start of a date. */
function plain(type: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  if (type === 'date') return value['start'];
  if (type !== 'formula' || typeof value['type'] !== 'string') return value;
  return plain(value['type'], value[value['type']]);
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0);
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function share(values: readonly unknown[], test: (value: unknown) => boolean): number | null {
  return values.length === 0 ? null : values.filter(test).length / values.length;
}

function numbers(values: readonly unknown[]): number[] {
  return values.filter((value) => typeof value === 'number');
}

function overNumbers(
  values: readonly unknown[],
  reduce: (sorted: number[]) => number | undefined,
): number | null {
  const sorted = numbers(values).sort((a, b) => a - b);
  return sorted.length === 0 ? null : (reduce(sorted) ?? null);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

function decoded(id: unknown): string {
  return typeof id === 'string' ? decodeURIComponent(id) : '';
}
