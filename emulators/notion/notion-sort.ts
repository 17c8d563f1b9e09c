/**
 * Sorts of a query: by a time or by the plain value of a property, empty values last. The sort is stable: equal rows
 * keep the order of the workspace.
 */
import { z } from 'zod';
import { isObject, type NotionDataSource, type NotionProperty, type NotionRow } from './notion-data.ts';
import { invalid } from './notion-error.ts';
import { storedValue } from './notion-values.ts';

const direction = z.enum(['ascending', 'descending'], '`"ascending"` or `"descending"`');

export const sortsSchema = z.array(
  z.union([
    z.strictObject({ timestamp: z.enum(['created_time', 'last_edited_time']), direction }),
    z.strictObject({ property: z.string(), direction: direction.default('ascending') }),
  ]),
);

type Sort = z.output<typeof sortsSchema>[number];
type Key = string | number | null;

export function sortedRows(
  dataSource: NotionDataSource,
  rows: readonly NotionRow[],
  sorts: readonly Sort[],
): readonly NotionRow[] {
  const compares = sorts.map((sort) => {
    const key = keyReader(dataSource, sort);
    const sign = sort.direction === 'descending' ? -1 : 1;
    return (a: NotionRow, b: NotionRow) => compareKeys(key(a), key(b), sign);
  });
  if (compares.length === 0) return rows;
  return rows.toSorted((a, b) => {
    for (const compare of compares) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function keyReader(dataSource: NotionDataSource, sort: Sort): (row: NotionRow) => Key {
  if ('timestamp' in sort) {
    return sort.timestamp === 'created_time' ? (row) => row.createdTime : (row) => row.lastEditedTime;
  }
  const property = namedProperty(dataSource, sort.property);
  if (!property) throw invalid(`Could not find sort property with name or id: ${sort.property}`);
  return (row) => plainKey(storedValue(row, property));
}

function namedProperty({ properties }: NotionDataSource, name: string): NotionProperty | undefined {
  return (
    properties[name] ??
    Object.values(properties).find(({ id }) => id === name || decodeURIComponent(id) === name)
  );
}

function plainKey(value: unknown): Key {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return Number(value);
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(plainKey).join('');
  if (!isObject(value)) return null;
  const inner = value['plain_text'] ?? value['name'] ?? value['start'] ?? value['number'];
  return typeof inner === 'number' || typeof inner === 'string' ? inner : JSON.stringify(value);
}

function compareKeys(a: Key, b: Key, sign: number): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -sign : sign;
}
