import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { codings, compressed } from './content-coding.ts';

const decoders = { gzip: gunzipSync, zstd: zstdDecompressSync } as const;
const pieceLengths: Readonly<Record<string, readonly number[]>> = {
  nothing: [],
  'an empty piece': [0],
  'one byte': [1],
  'exactly one block': [128 * 1024],
  'one block and a byte': [128 * 1024, 1],
  'many blocks': Array.from({ length: 40 }, (_, at) => 50_000 + at),
};

describe.each(codings)('%s', (coding) => {
  it.each(Object.keys(pieceLengths))('one file that other programs read: %s', async (name) => {
    const pieces = (pieceLengths[name] ?? []).map((length, at) => textOf(length, at));
    const coded = Buffer.concat(await Array.fromAsync(compressed(inTurn(pieces), coding)));
    expect(decoders[coding](coded).toString()).toBe(pieces.join(''));
    expect(coded.length).toBeLessThan(100 + pieces.join('').length / 2);
  });

  it('a character at the border of two blocks stays whole', async () => {
    const pieces = ['x', '😀é'.repeat(60_000), Buffer.from('😀é'.repeat(60_000))];
    const coded = Buffer.concat(await Array.fromAsync(compressed(inTurn(pieces), coding)));
    expect(decoders[coding](coded).toString()).toBe(pieces.join(''));
  });

  it('a reader may leave', async () => {
    for await (const _ of compressed(inTurn([textOf(600_000, 1)]), coding)) break;
  });

  it('a buffer may be used again once the next but one piece is asked for', async () => {
    const coded = Buffer.concat(await Array.fromAsync(compressed(reused(), coding)));
    expect(decoders[coding](coded).toString()).toBe(
      Array.from({ length: 20 }, (_, at) => String(at % 10).repeat(300_000)).join(''),
    );
  });

  it('a failure of the pieces is its own', async () => {
    const failing = async (): Promise<void> => {
      for await (const _ of compressed(broken(), coding));
    };
    await expect(failing()).rejects.toThrow('broken piece');
  });
});

function textOf(length: number, seed: number): string {
  return Array.from({ length }, (_, at) => String.fromCharCode(97 + (((at % 500) * (seed + 3)) % 23))).join(
    '',
  );
}

async function* inTurn(pieces: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* pieces;
}

async function* reused(): AsyncGenerator<Uint8Array> {
  const buffers = [Buffer.alloc(300_000), Buffer.alloc(300_000)];
  for (let at = 0; at < 20; at++) {
    const buffer = buffers[at % 2] ?? Buffer.alloc(0);
    yield buffer.fill(String(at % 10));
  }
}

async function* broken(): AsyncGenerator<string> {
  yield textOf(600_000, 1);
  throw new Error('broken piece');
}
