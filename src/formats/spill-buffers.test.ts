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

async function textOf(lanes: SpillBuffers, at: number): Promise<string> {
  const pieces = await Array.fromAsync(lanes.read(at));
  expect(typeof pieces.at(-1)).toBe('string');
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece))).toString();
}

const scratchBytes = (): number =>
  readdirSync(scratchFolder).reduce((sum, name) => sum + statSync(join(scratchFolder, name)).size, 0);

test('a few megabytes stay in memory, and every lane is read in order', async () => {
  const lanes = new SpillBuffers(scratchFolder, 2);
  let expected = '';
  for (let part = 0; part < 70; part++) {
    const text = `${part}é`.repeat(30_000);
    lanes.append(0, text);
    lanes.append(1, `${part};`);
    expected += text;
    await lanes.spill();
  }
  expect(expected.length).toBeLessThan(8 * mebibyte);
  expect(readdirSync(scratchFolder)).toEqual([]);
  expect(await textOf(lanes, 0)).toBe(expected);
  expect(await textOf(lanes, 1)).toBe(Array.from({ length: 70 }, (_, part) => `${part};`).join(''));
  await lanes.close();
});

test('beyond 8 MiB they go to one scratch file, which is removed in the end', async () => {
  const lanes = new SpillBuffers(scratchFolder, 3);
  const expected = ['', '', ''];
  for (let part = 0; part < 80; part++) {
    for (const lane of [0, 2]) {
      const text = `${lane}:${part},`.repeat(20_000);
      lanes.append(lane, text);
      expected[lane] += text;
    }
    await lanes.spill();
  }
  expect(readdirSync(scratchFolder)).toHaveLength(1);
  expect(scratchBytes()).toBeGreaterThanOrEqual(8 * mebibyte);
  for (const lane of [0, 1, 2]) expect((await textOf(lanes, lane)) === expected[lane]).toBe(true);
  await lanes.close();
  expect(readdirSync(scratchFolder)).toEqual([]);
});

test.each([
  [8 * mebibyte - 1, 0],
  [8 * mebibyte, 8 * mebibyte],
])('of %i bytes %i are in the scratch file', async (length, inFile) => {
  const lanes = new SpillBuffers(scratchFolder, 1);
  lanes.append(0, 'x'.repeat(length));
  await lanes.spill();
  expect(scratchBytes()).toBe(inFile);
  expect((await textOf(lanes, 0)).length).toBe(length);
  await lanes.close();
});

test('many lanes that are each too short for a piece go out together', async () => {
  const lanes = new SpillBuffers(scratchFolder, 400);
  const text = 'x'.repeat(30_000);
  for (let lane = 0; lane < 400; lane++) lanes.append(lane, text);
  await lanes.spill();
  expect(scratchBytes()).toBe(400 * text.length);
  expect(await textOf(lanes, 399)).toBe(text);
  await lanes.close();
});

test('a scratch file that was cut short is an error, not a shorter answer', async () => {
  const lanes = new SpillBuffers(scratchFolder, 1);
  lanes.append(0, 'x'.repeat(9 * mebibyte));
  await lanes.spill();
  for (const name of readdirSync(scratchFolder)) truncateSync(join(scratchFolder, name), 5 * mebibyte);
  await expect(textOf(lanes, 0)).rejects.toThrow('the scratch file of this export was cut short');
  await lanes.close();
});

test('there is no lane beyond the last', () => {
  const lanes = new SpillBuffers(scratchFolder, 2);
  expect(() => lanes.append(2, 'x')).toThrow('no lane 2');
});
