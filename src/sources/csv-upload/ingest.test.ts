import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fuzzed } from '../../../tests/support/fuzzed.ts';
import { RefusedError } from '../../errors/refused-error.ts';
import { encodeSqlName, quoteSqlName } from '../../table/stored/sql-names.ts';
import { rowsFile, sqliteFile } from '../../table/stored/table-layout.ts';
import { folderTable, readDescription } from '../../table/stored/table-reader.ts';
import { ingestCsv } from './ingest.ts';
import { type CsvLimits, defaultCsvLimits } from './limits.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'csv-ingest-'));
});

afterEach(() => rm(folder, { recursive: true }));

const pieceLength = 10_000;

async function* upload(content: string | Buffer): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
}

async function ingest(content: string | Buffer, limits: Partial<CsvLimits> = {}) {
  return (await ingestCsv(upload(content), folder, { ...defaultCsvLimits, ...limits })).description;
}

async function rowsRead() {
  return (await Array.fromAsync(folderTable(folder, await readDescription(folder)).batches)).flat();
}

const manyRows = (count: number) => Array.from({ length: count }, (_, i) => `${i},text ${i}\n`).join('');

test('the text of every cell is kept, with quotes only where they are needed', async () => {
  await ingest('\ufeff"id";"a"\r\n"1";"x"\r\n2;"p,q"\r\n3;"say ""hi"""\r\n4;5" pipe\r\n5;""\r\n6;\r\n');
  const kept = 'id,a\n1,x\n2,"p,q"\n3,"say ""hi"""\n4,"5"" pipe"\n5,""\n6,\n';
  expect(await readFile(rowsFile(folder), 'utf8')).toBe(kept);
});

test('SQL sees each cell with its type, and an empty cell among numbers as missing', async () => {
  await ingest('i,n,b,s,w\n1,1.50,TRUE,x,99999999999999999999\n"","",false,"",1\n');
  const database = new DatabaseSync(sqliteFile(folder), { readOnly: true });
  const statement = database.prepare('SELECT * FROM service_table');
  statement.setReturnArrays(true);
  expect(statement.all()).toEqual([
    [1, 1.5, 1, 'x', '99999999999999999999'],
    [null, null, 0, '', 1],
  ]);
  database.close();
});

test('a file that stops being UTF-8 after half a megabyte is read as Windows-1252 from its start', async () => {
  const start = Buffer.from(`id,caf\u00e9\n${manyRows(40_000)}`);
  await ingest(Buffer.concat([start, Buffer.from([0x31, 0x2c, 0xe9, 0x0a])]));
  const description = await readDescription(folder);
  expect(description.columns.map(({ name }) => name)).toEqual(['id', 'cafÃ©']);
  const rows = await rowsRead();
  expect(rows).toHaveLength(40_001);
  expect(rows.at(-1)).toEqual(['1', 'é']);
});

test('a last row that is too long widens the whole table', async () => {
  const description = await ingest(`id,name\n${manyRows(40_000)}1,2,,4\n`);
  expect(description.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'id integer',
    'name string',
    'column_3 string',
    'column_4 integer',
  ]);
  const rows = await rowsRead();
  expect(rows[0]).toEqual(['0', 'text 0', null, null]);
  expect(rows.at(-1)).toEqual(['1', '2', null, '4']);
});

test('rows that grow ever longer are read twice, not once for each', async () => {
  const rows = Array.from({ length: 500 }, (_, i) => new Array(i + 1).fill('x').join(','));
  const description = await ingest(`a,b\n${rows.join('\n')}`);
  expect(description.columns).toHaveLength(500);
  expect(description.rows).toBe(500);
});

test('more columns than SQLite takes leave out only the SQLite file', async () => {
  const description = await ingest(`${new Array(2001).fill('c').join(',')}\n1\n`);
  expect(description.columns).toHaveLength(2001);
  expect((await readdir(folder)).sort()).toEqual(['rows.csv', 'rows.idx', 'table.json']);
});

test.each<[string, string, Partial<CsvLimits>, RegExp]>([
  ['bytes', manyRows(20_000), { maxBytes: 100_000 }, /^The file is larger than the limit of 0\.1 MB/],
  ['rows', `a,b\n${manyRows(20_000)}`, { maxRows: 10_000 }, /more than 10,000 rows.*\(line 10002\)/],
  ['columns', 'a,b\n1,2\n1,2,3,4\n', { maxColumns: 3 }, /^Line 3 has more than 3 columns/],
  [
    'one record',
    `a,b\n1,"${'x'.repeat(50_000)}`,
    { maxRecordLength: 20_000 },
    /^The row that begins on line 2/,
  ],
])('refuses too many %s, and leaves no copy of the upload', async (_, content, limits, message) => {
  const refusal = ingest(content, limits);
  await expect(refusal).rejects.toThrow(RefusedError);
  await expect(refusal).rejects.toThrow(message);
  expect(await readdir(folder)).not.toContain('upload.raw');
});

test('stops asking for more once a record is too long', async () => {
  let asked = 0;
  async function* endless() {
    yield Buffer.from('a,b\n"');
    for (;;) {
      asked += 64 * 1024;
      yield Buffer.alloc(64 * 1024, 'x');
    }
  }
  const limits = { ...defaultCsvLimits, maxRecordLength: 4 << 20 };
  await expect(ingestCsv(endless(), folder, limits)).rejects.toThrow('is longer than 4 MB');
  expect(asked).toBeLessThanOrEqual((4 << 20) + 2 * 64 * 1024);
});

test('an upload that breaks off is a failure, never a shorter table', async () => {
  async function* broken() {
    yield Buffer.from('a,b\n1,2\n');
    throw new Error('connection reset');
  }
  await expect(ingestCsv(broken(), folder, defaultCsvLimits)).rejects.toThrow('connection reset');
  expect(await readdir(folder)).not.toContain('table.json');
});

test('other work gets its turn while a large file is read', async () => {
  let turns = 0;
  let reading = true;
  const takeTurn = () => {
    turns++;
    if (reading) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  await ingest(`id,name\n${manyRows(100_000)}`);
  reading = false;
  expect(turns).toBeGreaterThan(100);
});

test('SQL can refer to every column of any header', async () => {
  const name = fc.string({ unit: 'binary', maxLength: 6 }).filter((text) => !text.includes('\0'));
  const names = fc.array(name, { minLength: 2, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(names, async (header) => {
      const quoted = header.map((name) => `"${name.replaceAll('"', '""')}"`).join(',');
      const { columns } = await ingest(`\ufeffid,${quoted}\n1,${header.map((_, i) => i).join(',')}\n`);
      const database = new DatabaseSync(sqliteFile(folder), { readOnly: true });
      for (const [i, { name }] of columns.entries()) {
        const column = quoteSqlName(encodeSqlName(name));
        const found = database.prepare(`SELECT ${column} AS value FROM service_table`).get();
        expect(found).toEqual({ value: i === 0 ? 1 : i - 1 });
      }
      database.close();
      await Promise.all((await readdir(folder)).map((file) => rm(join(folder, file))));
    }),
    { numRuns: fuzzed(200) },
  );
});
