import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StoredTable } from '../../table/stored/stored-table.ts';
import { ingestCsv } from './ingest.ts';
import { defaultCsvLimits } from './limits.ts';
import { csvUpload } from './source.ts';

let uploadsDir: string;

beforeEach(async () => {
  uploadsDir = await mkdtemp(join(tmpdir(), 'csv-source-'));
});

afterEach(() => rm(uploadsDir, { recursive: true }));

/** Ids that no other test has used: the cache is one for the process. */
let uploads = 0;
const newId = (): string => `source${String(uploads++).padStart(16, '0')}`;

async function uploaded(content: string): Promise<string> {
  const upload = newId();
  await mkdir(join(uploadsDir, upload));
  async function* bytes() {
    yield Buffer.from(content);
  }
  await ingestCsv(bytes(), join(uploadsDir, upload), defaultCsvLimits);
  return upload;
}

function fetchTable(upload: string, fields: readonly string[] | null = null): Promise<StoredTable> {
  const call = () => Promise.reject(new Error('there is no platform'));
  const openUpload = async (id: string): Promise<string> => join(uploadsDir, id);
  return csvUpload.fetch({ settings: { upload }, fields, allFields: false, openUpload, call });
}

test('a small file is the same cacheable table every time, also without its folder', async () => {
  const upload = await uploaded('a,b\n1,x\n');
  expect(csvUpload.isInMemory({ upload })).toBe(false);
  const first = await fetchTable(upload);
  expect(first.rows.csv).toBeDefined();
  expect(csvUpload.isInMemory({ upload })).toBe(true);
  expect(await Array.fromAsync(first.batches)).toEqual([[['1', 'x']]]);
  await rm(join(uploadsDir, upload), { recursive: true });
  expect(await fetchTable(upload)).toBe(first);
  expect(await Array.fromAsync(first.batches)).toEqual([[['1', 'x']]]);
});

test('every selection of fields is a table of its own', async () => {
  const upload = await uploaded('a,b\n1,x\n');
  const selected = await fetchTable(upload, ['b', 'a']);
  expect(selected.columns.map(({ name }) => name)).toEqual(['b', 'a']);
  expect(await fetchTable(upload, ['b', 'a'])).toBe(selected);
  expect(await fetchTable(upload)).not.toBe(selected);
});

test('a file without rows is in memory, too', async () => {
  const upload = await uploaded('a');
  expect(await Array.fromAsync((await fetchTable(upload)).batches)).toEqual([]);
  expect(csvUpload.isInMemory({ upload })).toBe(true);
});

test('a file of more than 1 MB stays on disk', async () => {
  const upload = await uploaded(`a\n${'x'.repeat(1024 * 1024)}\n`);
  const table = await fetchTable(upload);
  expect(table.rows.csv).toBeUndefined();
  expect(csvUpload.isInMemory({ upload })).toBe(false);
});

test('of more than 32 MB, the files used longest ago leave memory', async () => {
  const first = await uploaded(`a\n${'x'.repeat(1_000_000)}\n`);
  const copies = Array.from({ length: 33 }, newId);
  for (const copy of copies) await cp(join(uploadsDir, first), join(uploadsDir, copy), { recursive: true });
  const [second = '', ...others] = copies;
  await fetchTable(first);
  await fetchTable(second);
  await fetchTable(first);
  for (const copy of others) await fetchTable(copy);
  const kept = [first, second, ...others].filter((upload) => csvUpload.isInMemory({ upload }));
  expect(kept).toEqual([first, ...others]);
});
