import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CsvSpool } from './spool.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'csv-spool-'));
});

afterEach(() => rm(folder, { recursive: true }));

/** Counts what is asked of it and sees whether it is let go. */
class Upload implements AsyncIterable<Uint8Array> {
  asked = 0;
  released = false;
  readonly #chunks: readonly Buffer[];

  constructor(...chunks: readonly Buffer[]) {
    this.#chunks = chunks;
  }

  async *[Symbol.asyncIterator]() {
    try {
      for (const chunk of this.#chunks) {
        this.asked++;
        yield chunk;
      }
    } finally {
      this.released = true;
    }
  }
}

const all = async (spool: CsvSpool) => Buffer.concat(await Array.fromAsync(spool.read()));
const letters = (length: number) => Buffer.from('abcdefghij'.repeat(length / 10));

test('can be read again from the first byte, also when a reading stopped in the middle', async () => {
  const upload = new Upload(letters(50), letters(300_000), Buffer.alloc(0), letters(20));
  const whole = Buffer.concat([letters(50), letters(300_000), letters(20)]);
  const spool = await CsvSpool.open(upload, folder, 1_000_000);
  for await (const piece of spool.read()) {
    expect(piece).toHaveLength(50);
    break;
  }
  expect(upload.asked).toBe(1);
  let read = 0;
  for await (const piece of spool.read()) {
    read += piece.length;
    if (read > 50) break;
  }
  expect(read).toBeLessThan(300_000);
  expect((await all(spool)).equals(whole)).toBe(true);
  expect((await all(spool)).equals(whole)).toBe(true);
  await spool.remove();
});

test('leaves nothing behind and lets the upload go', async () => {
  const upload = new Upload(letters(10), letters(10));
  const spool = await CsvSpool.open(upload, folder, 1000);
  for await (const _ of spool.read()) break;
  await spool.remove();
  expect(await readdir(folder)).toEqual([]);
  expect(upload.released).toBe(true);
});

test('refuses an upload over the limit as soon as it is over', async () => {
  const upload = new Upload(letters(60), letters(60), letters(60));
  const spool = await CsvSpool.open(upload, folder, 100);
  await expect(all(spool)).rejects.toThrow(/^The file is larger than /);
  expect(upload.asked).toBe(2);
  await spool.remove();
});

test('takes an upload of exactly the limit', async () => {
  const spool = await CsvSpool.open(new Upload(letters(60), letters(40)), folder, 100);
  expect(await all(spool)).toHaveLength(100);
  await spool.remove();
});

test('passes on the failure of an upload that breaks off', async () => {
  async function* broken() {
    yield letters(10);
    throw new Error('connection reset');
  }
  const spool = await CsvSpool.open(broken(), folder, 100);
  await expect(all(spool)).rejects.toThrow('connection reset');
  await spool.remove();
  expect(await readdir(folder)).toEqual([]);
});
