import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

async function* numbered(name: string, count: number, made: string[]): AsyncGenerator<string> {
  for (let at = 0; at < count; at++) {
    made.push(name);
    await turn();
    yield `${name}${at}`;
  }
}

test('no more bodies are rendered at once than there are turns', async () => {
  const turns = new Turns(2);
  let active = 0;
  let most = 0;
  async function* body(): AsyncGenerator<string> {
    for (let at = 0; at < 5; at++) {
      active += 1;
      most = Math.max(most, active);
      await turn();
      active -= 1;
      yield 'piece';
    }
  }
  const all = await Promise.all(Array.from({ length: 10 }, () => Array.fromAsync(turns.pieces(body()))));
  expect(all.flat()).toHaveLength(50);
  expect(most).toBe(2);
});

test('a reader that stops reading leaves its turn to the others', async () => {
  const turns = new Turns(1);
  const stalled = turns.pieces(numbered('stalled', 3, []));
  expect(await stalled.next()).toMatchObject({ value: 'stalled0' });
  const other = await Array.fromAsync(turns.pieces(numbered('other', 3, [])));
  expect(other).toEqual(['other0', 'other1', 'other2']);
  expect(await Array.fromAsync(stalled)).toEqual(['stalled1', 'stalled2']);
});

test('a body goes on before those that wait for their first turn', async () => {
  const turns = new Turns(1);
  const made: string[] = [];
  await Promise.all(['a', 'b', 'c'].map((name) => Array.fromAsync(turns.pieces(numbered(name, 3, made)))));
  expect(made.join('')).toBe('abababccc');
});

test('a body that fails leaves its turn', async () => {
  const turns = new Turns(1);
  // biome-ignore lint/correctness/useYield: it fails before its first piece.
  async function* failing(): AsyncGenerator<string> {
    throw new Error('broken');
  }
  await expect(Array.fromAsync(turns.pieces(failing()))).rejects.toThrow('broken');
  expect(await Array.fromAsync(turns.pieces(numbered('next', 1, [])))).toEqual(['next0']);
});
