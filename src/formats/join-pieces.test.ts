import { expect, test } from 'vitest';
import { enclose, joinPieces } from './join-pieces.ts';
import { pieceLength } from './row-pieces.ts';

async function* from(pieces: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* pieces;
}

const joined = (...pieces: readonly (string | Uint8Array)[]) => Array.fromAsync(joinPieces(from(pieces)));
const bytes = Buffer.from('bytes');
const almost = 'x'.repeat(pieceLength - 1);

test('small texts become one piece, and nothing becomes none', async () => {
  expect(await joined('a', '', 'b', 'c')).toEqual(['abc']);
  expect(await joined('', '')).toEqual([]);
  expect(await joined()).toEqual([]);
});

test('a text leaves as soon as it is long enough', async () => {
  expect(await joined(almost, 'y', 'z')).toEqual([`${almost}y`, 'z']);
  expect(await joined(almost, '', 'yz')).toEqual([`${almost}yz`]);
});

test('bytes pass as they are, in their place, with no empty text beside them', async () => {
  expect(await joined(bytes, bytes, 'a', 'b', bytes, 'c')).toEqual([bytes, bytes, 'ab', bytes, 'c']);
});

test('what encloses stands before and after', async () => {
  expect(await Array.fromAsync(enclose('[', from(['a', bytes]), ']'))).toEqual(['[', 'a', bytes, ']']);
});
