import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ColumnType } from '../table.ts';
import { descriptionFile, rowsFile } from './table-layout.ts';
import { folderTable, readDescription } from './table-reader.ts';
import { TableWriter } from './table-writer.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'table-reader-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** One column of each type, filled by `fill`. */
async function write(types: readonly ColumnType[], fill: (writer: TableWriter) => void) {
  const writer = await TableWriter.open(folder, types);
  fill(writer);
  return writer.finish(
    types.map((type) => ({ name: type, type, needsNoEscaping: type === 'integer', exceedsInt64: false })),
  );
}

const allRows = async (picked?: readonly number[]) => {
  const table = folderTable(folder, await readDescription(folder), picked ? { picked } : {});
  return (await Array.fromAsync(table.batches)).flat();
};

test('only the picked columns are read, in the order in which they were picked', async () => {
  const description = await write(['string', 'integer', 'boolean'], (writer) => {
    for (let i = 0; i < 3; i++) {
      writer.text(`é "${i}"`);
      writer.text(String(i));
      writer.missing();
      writer.endRow();
    }
  });
  expect(folderTable(folder, description, { picked: [1, 0] }).columns).toEqual([
    { name: 'integer', type: 'integer', needsNoEscaping: true },
    { name: 'string', type: 'string', needsNoEscaping: false },
  ]);
  expect(await allRows([1, 0])).toEqual([
    ['0', 'é "0"'],
    ['1', 'é "1"'],
    ['2', 'é "2"'],
  ]);
  expect(() => folderTable(folder, description, { picked: [3] })).toThrow(RangeError);
});

test('numbers of a mixed column are values, elsewhere the text stands', async () => {
  await write(['any', 'any', 'any', 'number'], (writer) => {
    writer.values([1.5, 9007199254740993n, '1.5', '1.50']);
  });
  expect(await allRows()).toEqual([[1.5, 9007199254740993n, '1.5', '1.50']]);
});

test('only a text can be the empty string', async () => {
  await write(['string', 'any', 'integer', 'number', 'boolean', 'json'], (writer) => {
    for (let i = 0; i < 6; i++) writer.text('');
    writer.endRow();
  });
  expect(await allRows()).toEqual([['', '', null, null, null, null]]);
});

test('may be read several times, and a reading may stop early', async () => {
  const description = await write(['string'], (writer) => {
    writer.text('x');
    writer.endRow();
  });
  const { batches } = folderTable(folder, description);
  for await (const batch of batches) {
    expect(batch).toEqual([['x']]);
    break;
  }
  expect(await Array.fromAsync(batches)).toEqual([[['x']]]);
});

test('a file that was cut off is an error, never a shorter table', async () => {
  await write(['string'], (writer) => {
    writer.text('some text');
    writer.endRow();
  });
  await truncate(rowsFile(folder), 10);
  await expect(allRows()).rejects.toThrow('the stored table ends too early');
});

test('a description of another shape is refused', async () => {
  await writeFile(descriptionFile(folder), '{"columns":[{"name":"a","type":"date"}]}');
  await expect(readDescription(folder)).rejects.toThrow();
});

test('reads a table that was described before 0.1.0', async () => {
  await write(['integer', 'string'], (writer) => {
    writer.text('1');
    writer.text('a');
    writer.endRow();
  });
  const columns = [
    { name: 'integer', type: 'integer', plain: true, wide: false },
    { name: 'string', type: 'string', plain: false, wide: false },
  ];
  const { rows, headerBytes } = await readDescription(folder);
  await writeFile(descriptionFile(folder), JSON.stringify({ columns, rows, headerBytes }));
  expect((await readDescription(folder)).columns).toEqual([
    { name: 'integer', type: 'integer', needsNoEscaping: true, exceedsInt64: false },
    { name: 'string', type: 'string', needsNoEscaping: false, exceedsInt64: false },
  ]);
  expect(await allRows()).toEqual([['1', 'a']]);
});
