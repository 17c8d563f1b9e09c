import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SpillBuffers } from './spill-buffers.ts';

const mebibyte = 1024 * 1024;
let scratchFolder: string;

beforeEach(() => {
  scratchFolder = mkdtempSync(join(tmpdir(), 'scratch-'));
});

afterEach(() => {
  rmSync(scratchFolder, { recursive: true });
});

async function textOf(buffers: SpillBuffers, at: number): Promise<string> {
  const pieces = await Array.fromAsync(buffers.read(at));
  expect(typeof pieces.at(-1)).toBe('string');
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString();
}

const scratchBytes = (): number =>
  readdirSync(scratchFolder).reduce((sum, name) => sum + statSync(join(scratchFolder, name)).size, 0);

test('a few megabytes stay in memory, and every buffer is read in order', async () => {
  const buffers = new SpillBuffers(scratchFolder, 2);
  let expected = '';
  for (let part = 0; part < 70; part++) {
    const text = `${part}é`.repeat(30_000);
    buffers.append(0, text);
    buffers.append(1, `${part};`);
    expected += text;
    if (buffers.isDue) await buffers.spill();
  }
  expect(expected.length).toBeLessThan(8 * mebibyte);
  expect(readdirSync(scratchFolder)).toEqual([]);
  expect(await textOf(buffers, 0)).toBe(expected);
  expect(await textOf(buffers, 1)).toBe(Array.from({ length: 70 }, (_, part) => `${part};`).join(''));
  await buffers.close();
});

test('beyond 8 MiB they go to one scratch file, which is removed in the end', async () => {
  const buffers = new SpillBuffers(scratchFolder, 3);
  const expected = ['', '', ''];
  for (let part = 0; part < 80; part++) {
    for (const buffer of [0, 2]) {
      const text = `${buffer}:${part},`.repeat(20_000);
      buffers.append(buffer, text);
      expected[buffer] += text;
    }
    if (buffers.isDue) await buffers.spill();
  }
  expect(readdirSync(scratchFolder)).toHaveLength(1);
  expect(scratchBytes()).toBeGreaterThanOrEqual(8 * mebibyte);
  for (const buffer of [0, 1, 2]) expect((await textOf(buffers, buffer)) === expected[buffer]).toBe(true);
  await buffers.close();
  expect(readdirSync(scratchFolder)).toEqual([]);
});

test.each([
  [8 * mebibyte - 1, 0],
  [8 * mebibyte, 8 * mebibyte],
])('of %i bytes %i are in the scratch file', async (length, inFile) => {
  const buffers = new SpillBuffers(scratchFolder, 1);
  buffers.append(0, 'x'.repeat(length));
  if (buffers.isDue) await buffers.spill();
  expect(scratchBytes()).toBe(inFile);
  expect((await textOf(buffers, 0)).length).toBe(length);
  await buffers.close();
});

test('many buffers that are each too short for a piece go out together', async () => {
  const buffers = new SpillBuffers(scratchFolder, 400);
  const text = 'x'.repeat(30_000);
  for (let buffer = 0; buffer < 400; buffer++) buffers.append(buffer, text);
  if (buffers.isDue) await buffers.spill();
  expect(scratchBytes()).toBe(400 * text.length);
  expect(await textOf(buffers, 399)).toBe(text);
  await buffers.close();
});

test('a scratch file that was cut short is an error, not a shorter answer', async () => {
  const buffers = new SpillBuffers(scratchFolder, 1);
  buffers.append(0, 'x'.repeat(9 * mebibyte));
  if (buffers.isDue) await buffers.spill();
  for (const name of readdirSync(scratchFolder)) truncateSync(join(scratchFolder, name), 5 * mebibyte);
  await expect(textOf(buffers, 0)).rejects.toThrow('the scratch file of this export was cut short');
  await buffers.close();
});

test('there is no buffer beyond the last', () => {
  const buffers = new SpillBuffers(scratchFolder, 2);
  expect(() => buffers.append(2, 'x')).toThrow('no buffer 2');
});
