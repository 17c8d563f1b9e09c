/**
 * The 274 reference statements give the reference rows and reasons, but where the contract promises otherwise
 * (contract 4.8).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Cell, Column, ColumnType, Row, Table } from '../../src/table/table.ts';
import { openSqlGround, outcomeOf, type SqlGround, storedOf, tableOf } from './sql-cast.ts';

const folder = join(import.meta.dirname, 'golden');
const sharedFolder = join(import.meta.dirname, '../../../shared/golden');

const cell = z.union([
  z.null(),
  z.string(),
  z.number(),
  z.object({ $int: z.string() }),
  z.object({ $real: z.string() }),
  z.object({ $blob: z.string() }),
]);
const goldenCase = z.object({
  id: z.string(),
  dataset: z.string(),
  sql: z.string(),
  ok: z.boolean(),
  ordered: z.boolean(),
  columns: z.array(z.string()).default([]),
  rows: z.array(z.array(cell)).default([]),
  types: z.array(z.array(z.string())).default([]),
  error: z.string().nullish(),
  suggested_error: z.string().optional(),
});
type GoldenCase = z.infer<typeof goldenCase>;

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const cases = z.array(goldenCase).parse(json(join(folder, 'sql_cases.json')));

/** Where the contract differs from the reference, or decides what it left open: the refusal, or rows as given. */
const decided: Readonly<Record<string, string | 'rows'>> = {
  '041': 'no such column: Lisbon',
  '088': 'no such column: NAME',
  '089': 'no such column: City',
  '090': 'rows',
  '095': 'no such column: Nope',
  '096': 'no such column: Nope',
  '097': 'no such column: Nope',
  '114': 'no such column: full name',
  '115': 'no such column: GRÖSSE',
  '252': 'parameters have no value here: ?',
  '253': 'parameters have no value here: :x',
  '254': 'no such function: load_extension',
  '270': 'only SELECT statements are allowed',
  '274': 'no such table: json_each',
};
/** A trailing semicolon more is no second statement: the rows are those of case 001. */
const sameAs: Readonly<Record<string, string>> = { '237': '001' };

let ground: SqlGround;
const tables = new Map<string, Table>();

beforeAll(async () => {
  ground = await openSqlGround();
  for (const dataset of new Set(cases.map((one) => one.dataset))) {
    tables.set(dataset, await storedDataset(dataset));
  }
});
afterAll(() => ground.close());

describe('the reference statements', () => {
  test.each(cases)('$id $sql', async (one) => {
    const expected = cases.find(({ id }) => id === sameAs[one.id]) ?? one;
    const table = tables.get(one.dataset);
    if (!table) throw new Error(`no dataset ${one.dataset}`);
    const outcome = await outcomeOf(ground, table, one.sql);
    const reason = refusal(expected);
    if (reason !== undefined) {
      expect(outcome).toEqual({ refused: reason });
      return;
    }
    if ('refused' in outcome) throw new Error(outcome.refused);
    expect(outcome.columns.map(({ name }) => name)).toEqual(expected.columns);
    expectRows(outcome.rows, outcome.columns, expected);
    expectTypes(outcome.columns, expected, table);
  });

  test('are the ones in the shared folder, where there is one', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.json'),
    );
    expect(files.length).toBeGreaterThan(20);
    if (!existsSync(sharedFolder)) return;
    for (const file of files) expect(json(join(folder, file))).toEqual(json(join(sharedFolder, file)));
  });
});

function refusal(one: GoldenCase): string | undefined {
  const decision = decided[one.id];
  if (decision !== undefined) return decision === 'rows' ? undefined : decision;
  return one.ok ? undefined : (one.error ?? one.suggested_error);
}

function expectRows(rows: readonly Row[], columns: readonly Column[], one: GoldenCase): void {
  const actual = rows.map((row) => row.map((value, i) => comparable(value, columns[i]?.type)));
  const expected = one.rows.map((row) => row.map(expectedValue));
  expect(actual.length).toBe(expected.length);
  const [left, right] = one.ordered ? [actual, expected] : [byText(actual), byText(expected)];
  for (const [i, row] of left.entries()) {
    for (const [k, value] of row.entries()) expectClose(value, right[i]?.[k]);
  }
}

type Comparable = null | string | number;

/** SQLite's view of a cell: integers beyond 2^53 as text, booleans as 1 and 0. */
function comparable(value: Cell, type: ColumnType | undefined): Comparable {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'bigint') return `int ${value}`;
  if (typeof value === 'string' && type === 'boolean') return value === 'true' ? 1 : 0;
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  throw new TypeError('a list or object in a result');
}

function expectedValue(value: z.infer<typeof cell>): Comparable {
  if (typeof value !== 'object' || value === null) return value;
  if ('$int' in value) return `int ${value.$int}`;
  if ('$blob' in value) return value.$blob;
  return value.$real === 'inf' ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}

function byText(rows: readonly Comparable[][]): Comparable[][] {
  const text = (row: readonly Comparable[]): string =>
    JSON.stringify(row.map((value) => (typeof value === 'number' ? value.toPrecision(10) : value)));
  return rows.toSorted((a, b) => (text(a) < text(b) ? -1 : 1));
}

function expectClose(actual: Comparable | undefined, expected: Comparable | undefined): void {
  if (typeof actual !== 'number' || typeof expected !== 'number' || !Number.isFinite(expected)) {
    expect(actual).toBe(expected);
    return;
  }
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(1e-12 * Math.abs(expected));
}

const typeOfStorage: Readonly<Record<string, ColumnType>> = {
  integer: 'integer',
  real: 'number',
  text: 'string',
  'integer real': 'number',
  blob: 'string',
};

function expectTypes(columns: readonly Column[], one: GoldenCase, table: Table): void {
  for (const [i, { name, type }] of columns.entries()) {
    const storage = (one.types[i] ?? []).filter((kind) => kind !== 'null').toSorted();
    const own = table.columns.find((column) => column.name === name)?.type;
    const expected = typeOfStorage[storage.join(' ')];
    if (expected === undefined) continue;
    expect(expected === 'integer' && own === 'boolean' ? [expected, 'boolean'] : [expected]).toContain(type);
  }
}

async function storedDataset(dataset: string): Promise<Table> {
  const cells = z
    .object({ header: z.array(z.string()), rows: z.array(z.array(z.string().nullable())) })
    .parse(json(join(folder, dataset, 'cells.json')));
  const { columns } = z
    .object({ columns: z.array(z.object({ name: z.string(), type: z.string() })) })
    .parse(json(join(folder, dataset, 'columns.json')));
  const types = columns.map(({ type }) =>
    z.enum(['string', 'integer', 'number', 'boolean']).catch('string').parse(type),
  );
  const rows = cells.rows.map((row) => row.map((text, i) => cellOf(text, types[i])));
  const table = tableOf(
    columns.map(({ name }, i) => [name, types[i] ?? 'string']),
    rows,
  );
  return storedOf(ground, table);
}

const specialNumbers: Readonly<Record<string, number | null>> = {
  NaN: null,
  inf: Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
};

function cellOf(text: string | null, type: ColumnType | undefined): Cell {
  if (text === null || type !== 'number') return text;
  return specialNumbers[text] === undefined ? text : specialNumbers[text];
}
