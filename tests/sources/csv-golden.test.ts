/**
 * The golden datasets, read as uploads: the text of every cell, and the types under this service's own rules,
 * which differ from the declared ones only where the table below says so (contract 1.3.12).
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ingestCsv } from '../../src/sources/csv-upload/ingest.ts';
import { defaultCsvLimits } from '../../src/sources/csv-upload/limits.ts';
import { rowsFile } from '../../src/table/stored/table-layout.ts';
import { folderTable, readDescription } from '../../src/table/stored/table-reader.ts';

const golden = join(import.meta.dirname, 'csv-upload', 'golden');
const original = join(import.meta.dirname, '..', '..', '..', 'shared', 'golden');

const cellsShape = z.object({ header: z.array(z.string()), rows: z.array(z.array(z.string().nullable())) });
const columnsShape = z.object({ columns: z.array(z.object({ name: z.string(), type: z.string() })) });

/** dataset → index of the column → the type here, where it is not the declared one, and why. */
const otherTypes: Record<string, Record<number, string>> = {
  // NaN and inf are words.
  numbers: { 5: 'string' },
  // ISO 8601 is known as such; every format writes it as the text that it is.
  dates: { 1: 'date', 2: 'datetime', 3: 'datetime', 4: 'date' },
  plain: { 7: 'date' },
  // A column without any value is text.
  nulls: { 5: 'string' },
  zero_rows: { 0: 'string', 2: 'string', 3: 'string' },
};

/** dataset → index of the column → its name here, where it is not the one in the file. */
const otherNames: Record<string, Record<number, string>> = {
  duplicate_names: { 2: 'a_2' },
  empty_name: { 1: 'column_2' },
};

const datasets = await readdir(golden);

test('all 19 datasets are here', () => {
  expect(datasets).toHaveLength(19);
});

describe.each(datasets)('%s', (dataset) => {
  test('gives every cell exactly and every column its type', async () => {
    const { header, rows } = cellsShape.parse(await json(golden, dataset, 'cells.json'));
    const { columns } = columnsShape.parse(await json(golden, dataset, 'columns.json'));
    const read = await ingest(await readFile(join(golden, dataset, 'input.csv')));
    expect(read.rows).toEqual(rows);
    expect(read.columns.map(({ name }) => name)).toEqual(
      Object.values({ ...header, ...otherNames[dataset] }),
    );
    const declared = columns.map(({ type }) => type);
    expect(read.columns.map(({ type }) => type)).toEqual(
      Object.values({ ...declared, ...otherTypes[dataset] }),
    );
  });

  test('gives the same table again from its own CSV', async () => {
    const first = await ingest(await readFile(join(golden, dataset, 'input.csv')));
    const second = await ingest(first.csv);
    expect(second).toEqual(first);
  });
});

const comparable = existsSync(original) ? datasets : [];

test.each(comparable)('%s is the copy of its original', async (dataset) => {
  for (const file of ['cells.json', 'columns.json']) {
    expect(await json(golden, dataset, file)).toEqual(await json(original, dataset, file));
  }
  const copy = await readFile(join(golden, dataset, 'input.csv'));
  expect(copy.equals(await readFile(join(original, dataset, 'input.csv')))).toBe(true);
});

async function json(root: string, dataset: string, file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(root, dataset, file), 'utf8'));
}

async function ingest(bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'csv-golden-'));
  try {
    await ingestCsv(pieces(bytes), folder, defaultCsvLimits);
    const table = folderTable(folder, await readDescription(folder));
    const rows = (await Array.fromAsync(table.batches)).flat();
    return { columns: table.columns, rows, csv: await readFile(rowsFile(folder)) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
}
