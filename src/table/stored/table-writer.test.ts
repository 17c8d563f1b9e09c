import { readdirSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cellKind, indexFile, kindBits, rowsFile, type StoredColumn } from './table-layout.ts';
import { folderTable, readDescription } from './table-reader.ts';
import { TableWriter } from './table-writer.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'table-writer-'));
});

afterEach(() => rm(folder, { recursive: true }));

const textColumn = (name: string): StoredColumn => ({
  name,
  type: 'string',
  needsNoEscaping: false,
  exceedsInt64: false,
});

async function write(names: readonly string[], rows: readonly (readonly (string | null)[])[]) {
  const writer = await TableWriter.open(folder, names);
  for (const row of rows) {
    for (const cell of row) {
      if (cell === null) writer.missing();
      else writer.text(cell);
    }
    if (writer.endRow()) await writer.flush();
  }
  return writer.finish(names.map(textColumn));
}

test('the rows are the CSV that is answered', async () => {
  const description = await write(
    ['id', 'a "b"', ''],
    [
      ['1', 'x,y', null],
      ['2', 'say "hi"', ''],
      ['3', 'two\nlines', 'bare\rreturn'],
    ],
  );
  expect(await readFile(rowsFile(folder), 'utf8')).toBe(
    'id,"a ""b""",""\n1,"x,y",\n2,"say ""hi""",""\n3,"two\nlines","bare\rreturn"\n',
  );
  expect(description).toEqual(await readDescription(folder));
  expect(description.rows).toBe(3);
});

test('a missing cell of a single column shows on its line', async () => {
  await write(['a'], [['x'], [null], ['']]);
  expect(await readFile(rowsFile(folder), 'utf8')).toBe('a\nx\n""\n""\n');
  const table = folderTable(folder, await readDescription(folder));
  expect((await Array.fromAsync(table.batches)).flat()).toEqual([['x'], [null], ['']]);
});

test('a copied row is read back like one written cell by cell', async () => {
  const writer = await TableWriter.open(folder, ['a', 'b', 'c']);
  const cells = new Int32Array([
    (2 << kindBits) | cellKind.text,
    cellKind.missing,
    (1 << kindBits) | cellKind.text,
  ]);
  for (let i = 0; i < 5000; i++) writer.copyRow('é1,,x', cells);
  const description = await writer.finish(['a', 'b', 'c'].map(textColumn));
  const rows = (await Array.fromAsync(folderTable(folder, description).batches)).flat();
  expect(rows).toHaveLength(5000);
  expect(rows.at(-1)).toEqual(['é1', null, 'x']);
});

test('a table of many batches is read back equal', async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => [`${i}`, i % 3 === 0 ? null : `text, ${i}`, 'é']);
  const description = await write(['a', 'b', 'c'], rows);
  const batches = await Array.fromAsync(folderTable(folder, description).batches);
  expect(batches.length).toBeGreaterThan(3);
  expect(JSON.stringify(batches.flat())).toBe(JSON.stringify(rows));
});

test('any table is read back equal', async () => {
  const cell = fc.option(fc.string({ unit: 'binary', maxLength: 20 }), { freq: 5 });
  const tables = fc.integer({ min: 1, max: 6 }).chain((width) =>
    fc.record({
      names: fc.array(fc.string({ unit: 'binary' }), { minLength: width, maxLength: width }),
      rows: fc.array(fc.array(cell, { minLength: width, maxLength: width })),
    }),
  );
  await fc.assert(
    fc.asyncProperty(tables, async ({ names, rows }) => {
      const table = folderTable(folder, await write(names, rows));
      expect(table.columns.map(({ name }) => name)).toEqual(names);
      expect((await Array.fromAsync(table.batches)).flat()).toEqual(rows);
    }),
  );
});

test('a blank cell alone on its line is quoted, since readers skip blank lines', async () => {
  const description = await write(['value'], [[null], [''], [' '], ['x']]);
  expect(await readFile(rowsFile(folder), 'utf8')).toBe('value\n""\n""\n" "\nx\n');
  const rows = (await Array.fromAsync(folderTable(folder, description).batches)).flat();
  expect(rows).toEqual([[null], [''], [' '], ['x']]);
});

/** Files in the folder, or on the full disk, that this process holds open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd')
    .map((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`);
      } catch {
        return '';
      }
    })
    .filter((path) => path.startsWith(folder) || path === '/dev/full');
}

test('a disk that is full at the first byte leaves no file open', async () => {
  await symlink('/dev/full', rowsFile(folder));
  await expect(TableWriter.open(folder, ['a'])).rejects.toThrow('ENOSPC');
  expect(openFiles()).toEqual([]);
});

test('nor does a second file that cannot be made', async () => {
  await mkdir(indexFile(folder));
  await expect(TableWriter.open(folder, ['a'])).rejects.toThrow('EISDIR');
  expect(openFiles()).toEqual([]);
});
