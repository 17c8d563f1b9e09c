import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RefusedError } from '../../errors/refused-error.ts';
import { ingestInThread } from './ingest-thread.ts';
import { defaultCsvLimits } from './limits.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ingest-thread-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

const ingest = (input: AsyncIterable<Uint8Array>, into = folder) =>
  ingestInThread(input, into, defaultCsvLimits, {});

test('reads a file whole, in whatever pieces it comes', async () => {
  const rows = Array.from({ length: 40_000 }, (_, n) => `${n},word ${n}\n`).join('');
  const { description } = await ingest(pieces('n,te', 'xt\n', '', rows, '40000,last'));
  expect(description).toMatchObject({
    rows: 40_001,
    columns: [
      { name: 'n', type: 'integer' },
      { name: 'text', type: 'string' },
    ],
  });
});

test('several at a time, each into its own folder', async () => {
  const folders = await Promise.all([1, 2, 3].map(() => mkdtemp(join(folder, 'one-'))));
  const all = await Promise.all(folders.map((one, at) => ingest(pieces(`a${at}\n`, '1\n2\n'), one)));
  expect(all.map(({ description }) => description.columns[0]?.name)).toEqual(['a0', 'a1', 'a2']);
});

test('leaves the event loop to others while it reads cells of 15 MB', async () => {
  const cell = Buffer.from(`"${'<'.repeat(15_000_000)}"\n`);
  async function* large(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a\n');
    for (let n = 0; n < 4; n++) yield cell;
  }
  const before = performance.eventLoopUtilization();
  await ingest(large());
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
});

test('refuses as the reading does', async () => {
  const refusal = ingest(pieces('a\n"never closed'));
  await expect(refusal).rejects.toThrow(RefusedError);
  await expect(refusal).rejects.toThrow(/^The quote that opens on line 2 is never closed\./);
});

test('what breaks the input off is what is thrown, and nothing is left of the input', async () => {
  const broken = new Error('the client has left');
  async function* cut(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a\n1\n');
    throw broken;
  }
  await expect(ingest(cut())).rejects.toBe(broken);
  expect(await readdir(folder)).not.toContain('upload.raw');
});

test('a failure of the disk keeps its code', async () => {
  await expect(ingest(pieces('a\n1\n'), join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('lets an input go that it has refused', async () => {
  let released = false;
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield Buffer.alloc(65_536, 'x');
    } finally {
      released = true;
    }
  }
  await expect(ingest(endless())).rejects.toThrow(RefusedError);
  expect(released).toBe(true);
});
