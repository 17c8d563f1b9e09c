/**
 * Every folder of `csv-upload/` is one awkward file, named for what is wrong with it, and what must come of
 * it: the columns and the exact text of every cell, or the refusal (contract 1.3.12).
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { RefusedError } from '../../src/errors/refused-error.ts';
import { ingestCsv } from '../../src/sources/csv-upload/ingest.ts';
import { defaultCsvLimits } from '../../src/sources/csv-upload/limits.ts';
import { sqliteFile } from '../../src/table/stored/table-layout.ts';
import { folderTable, readDescription } from '../../src/table/stored/table-reader.ts';

const cases = join(import.meta.dirname, 'csv-upload');

const expectation = z.union([
  z.strictObject({ error: z.strictObject({ key: z.string(), message: z.string() }) }),
  z.strictObject({
    columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
    rows: z.array(z.array(z.string().nullable())),
  }),
]);

const names = (await readdir(cases)).filter((name) => name !== 'golden');

describe.each(names)('%s', (name) => {
  test.each([1, 7, 1_000_000])('in pieces of %i bytes', async (size) => {
    const expected = expectation.parse(
      JSON.parse(await readFile(join(cases, name, 'expected.json'), 'utf8')),
    );
    expect(await outcome(await readFile(join(cases, name, 'input.csv')), size)).toEqual(expected);
  });
});

async function outcome(bytes: Buffer, size: number): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'csv-upload-'));
  try {
    await ingestCsv(pieces(bytes, size), folder, defaultCsvLimits);
    return await stored(folder);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { error: { key: error.key, message: error.message } };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** What the stored table holds, once SQLite is seen to hold as many rows, and no scratch file is left. */
async function stored(folder: string): Promise<unknown> {
  expect((await readdir(folder)).sort()).toEqual(['rows.csv', 'rows.idx', 'table.json', 'table.sqlite']);
  const table = folderTable(folder, await readDescription(folder));
  const rows = (await Array.fromAsync(table.batches)).flat();
  const database = new DatabaseSync(sqliteFile(folder), { readOnly: true });
  expect(database.prepare('SELECT count(*) AS count FROM service_table').get()).toEqual({
    count: rows.length,
  });
  database.close();
  return { columns: table.columns.map(({ name, type }) => ({ name, type })), rows };
}
