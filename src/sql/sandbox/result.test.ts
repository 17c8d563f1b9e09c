import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tableOf } from '../../../tests/support/table-of.ts';
import { fillServiceTable } from '../../table/stored/sqlite-table.ts';
import { readDescription } from '../../table/stored/table-reader.ts';
import { readResult } from './result.ts';
import { type PreparedSql, SqlDatabase } from './table-database.ts';

const column = { name: 'id', type: 'integer', needsNoEscaping: true, exceedsInt64: false } as const;

let folder: string;
let database: SqlDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablecast-result-'));
  const memory = new DatabaseSync(':memory:');
  const rows = Array.from({ length: 3_000 }, (_, id) => [id]);
  await fillServiceTable(memory, [column], tableOf([column], rows).batches);
  database = new SqlDatabase(memory, undefined, 64, '');
});

afterEach(async () => {
  database.close();
  await rm(folder, { recursive: true });
});

const read = (prepared: PreparedSql, limitMb = 64) =>
  readResult(prepared, new Map(), { folder: join(folder, 'result'), limitMb });

test('a small result is kept, and read at once when it is asked for again', async () => {
  const prepared = database.prepare('SELECT id FROM service_table WHERE id < 3');
  expect(prepared.givesFewRows).toBe(false);
  const first = await read(prepared);
  expect(String(first?.csv)).toBe('id\n0\n1\n2\n');
  expect(prepared.givesFewRows).toBe(true);
  expect(await read(prepared)).toEqual(first);
});

test('a large result is written, and never read at once', async () => {
  const prepared = database.prepare('SELECT id FROM service_table');
  expect(await read(prepared)).toBeUndefined();
  expect(prepared.givesFewRows).toBe(false);
  expect((await readDescription(join(folder, 'result'))).rows).toBe(3_000);
});

test.each([false, true])('of a sample no further row is read, given few rows before: %s', async (fewRows) => {
  const prepared = database.prepare(
    "SELECT id, replace(hex(zeroblob(40000)), '0', 'x') AS wide FROM service_table",
  );
  prepared.givesFewRows = fewRows;
  const target = { folder: join(folder, 'result'), limitMb: 64, maxRows: 10 };
  expect(await readResult(prepared, new Map(), target)).toBeUndefined();
  expect((await readDescription(join(folder, 'result'))).rows).toBe(10);
  const endless = database.prepare(
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n',
  );
  const few = await readResult(endless, new Map(), { ...target, maxRows: 3 });
  expect(String(few?.csv)).toBe('i\n1\n2\n3\n');
  expect(endless.givesFewRows).toBe(false);
});

test('a statement that gave few rows may give many the next time', async () => {
  const prepared = database.prepare('SELECT id FROM service_table');
  prepared.givesFewRows = true;
  expect(await read(prepared)).toBeUndefined();
  expect((await readDescription(join(folder, 'result'))).rows).toBe(3_000);
});

test.each([
  [1_999, true],
  [2_000, true],
  [2_001, false],
])('%i rows are kept: %s', async (count, isKept) => {
  const result = await read(database.prepare(`SELECT id FROM service_table LIMIT ${count}`));
  expect(result !== undefined).toBe(isKept);
});

test('a result over the limit is refused without reading the rest, and nothing of it is left', async () => {
  const sql = "SELECT CASE id WHEN 2999 THEN json('{') ELSE printf('%1000d', id) END FROM service_table";
  await expect(read(database.prepare(sql), 1)).rejects.toThrow('the result is larger than the limit of 1 MB');
  expect(existsSync(join(folder, 'result'))).toBe(false);
});

const types = new Map([['id', 'boolean']] as const);

test('a column whose values do not fit its type goes by its values, in a small result and in a large one', async () => {
  const target = { folder: join(folder, 'result'), limitMb: 64 };
  const few = await readResult(database.prepare('SELECT id, id FROM service_table LIMIT 3'), types, target);
  expect(few?.columns.map(({ type }) => type)).toEqual(['integer', 'integer']);
  expect(String(few?.csv)).toBe('id,id\n0,0\n1,1\n2,2\n');
  const some = await readResult(database.prepare('SELECT id FROM service_table LIMIT 2'), types, target);
  expect(some?.columns.map(({ type }) => type)).toEqual(['boolean']);
  const late = 'SELECT a.id FROM service_table a CROSS JOIN service_table b WHERE a.id < 3';
  expect(await readResult(database.prepare(late), types, target)).toBeUndefined();
  expect(await readDescription(target.folder)).toMatchObject({ rows: 9_000, columns: [{ type: 'integer' }] });
});

test('few rows with many characters are written, too', async () => {
  const wide = (length: number) => database.prepare(`SELECT printf('%.*c', ${length}, 'x') AS x`);
  expect(await read(wide(256 * 1024 - 1))).toBeDefined();
  expect(await read(wide(256 * 1024 + 1))).toBeUndefined();
});

test('the index of the cells counts for the limit, too', async () => {
  const columns = Array.from({ length: 100 }, () => 'NULL').join();
  const sql = (rows: number) =>
    database.prepare(`SELECT ${columns} FROM service_table a, service_table b LIMIT ${rows}`);
  await expect(read(sql(30_000), 8)).rejects.toThrow('the result is larger than the limit of 8 MB');
  expect(existsSync(join(folder, 'result'))).toBe(false);
  expect(await read(sql(10_000), 8)).toBeUndefined();
});
