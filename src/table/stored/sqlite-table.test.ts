import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Batch, ColumnType } from '../table.ts';
import { decodeSqlNames, encodeSqlName, quoteSqlName } from './sql-names.ts';
import { writeSqliteFile } from './sqlite-table.ts';
import type { StoredColumn } from './table-layout.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlite-table-'));
});

afterEach(() => rm(folder, { recursive: true }));

const column = (name: string, type: ColumnType, exceedsInt64 = false): StoredColumn => ({
  name,
  type,
  needsNoEscaping: false,
  exceedsInt64,
});

async function* inBatches(...batches: readonly Batch[]) {
  yield* batches;
}

async function writeAndOpen(columns: readonly StoredColumn[], ...batches: readonly Batch[]) {
  const file = join(folder, 'table.sqlite');
  await writeSqliteFile(file, columns, inBatches(...batches));
  return new DatabaseSync(file, { readOnly: true });
}

/** Each value of the first row with the type that SQLite gave it. */
function firstRow(database: DatabaseSync, columns: readonly StoredColumn[]) {
  const names = columns.map(({ name }) => quoteSqlName(encodeSqlName(name)));
  const statement = database.prepare(
    `SELECT ${names.map((name) => `${name}, typeof(${name})`).join(', ')} FROM service_table LIMIT 1`,
  );
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  return statement.get();
}

test('a written form becomes the value it stands for', async () => {
  const columns = [
    column('s', 'string'),
    column('i', 'integer'),
    column('big', 'integer'),
    column('n', 'number'),
    column('b', 'boolean'),
    column('j', 'json'),
  ];
  const database = await writeAndOpen(columns, [['007', '7', '9007199254740993', '1.50', 'FALSE', '[1]']]);
  expect(firstRow(database, columns)).toEqual([
    '007',
    'text',
    7n,
    'integer',
    9007199254740993n,
    'integer',
    1.5,
    'real',
    0n,
    'integer',
    '[1]',
    'text',
  ]);
});

test('values keep their kind in a column of several kinds', async () => {
  const columns = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => column(name, 'any'));
  const database = await writeAndOpen(columns, [['7', 7, 7.5, 2n ** 53n + 1n, true, null]]);
  expect(firstRow(database, columns)).toEqual([
    '7',
    'text',
    7n,
    'integer',
    7.5,
    'real',
    9007199254740993n,
    'integer',
    1n,
    'integer',
    null,
    'null',
  ]);
});

test('an integer that no 64 bits can hold keeps its digits as text', async () => {
  const columns = [column('w', 'integer', true), column('v', 'integer', true)];
  const database = await writeAndOpen(columns, [['18446744073709551616', '5']]);
  expect(firstRow(database, columns)).toEqual(['18446744073709551616', 'text', 5n, 'integer']);
});

test('names that differ only in case, and hostile ones, are all columns', async () => {
  const names = [
    'Name',
    'name',
    'NAME',
    'a"b',
    'select',
    'x\0y',
    '\u{10ff41}',
    "'; DROP TABLE service_table; --",
  ];
  const columns = names.map((name) => column(name, 'string'));
  const database = await writeAndOpen(columns, [names]);
  const found = database.prepare('SELECT * FROM service_table').columns();
  expect(found.map(({ name }) => decodeSqlNames(name ?? ''))).toEqual(names);
});

test.each([0, 1, 89, 90, 91, 1000])('%i rows of ten columns are all there, in order', async (count) => {
  const columns = Array.from({ length: 10 }, (_, i) => column(`c${i}`, 'integer'));
  const rows = Array.from({ length: count }, (_, i) => new Array<string>(10).fill(String(i)));
  const database = await writeAndOpen(columns, rows.slice(0, 50), rows.slice(50));
  const statement = database.prepare(
    'SELECT c9 FROM service_table'.replace('c9', quoteSqlName(encodeSqlName('c9'))),
  );
  statement.setReturnArrays(true);
  expect(statement.all()).toEqual(rows.map((_, i) => [i]));
});

test('as many columns as SQLite takes', async () => {
  const columns = Array.from({ length: 2000 }, (_, i) => column(`c${i}`, 'integer'));
  const database = await writeAndOpen(columns, [new Array(2000).fill('1'), new Array(2000).fill('2')]);
  expect(database.prepare('SELECT count(*) AS count FROM service_table').get()).toEqual({ count: 2 });
});
