/**
 * The content codings of a body, both chosen for speed: the fastest level, and a small window, because every reader
 * that is slow holds one (DESIGN section 1, "Bodies").
 */
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import type { Pieces } from './answer.ts';

/** In the order of preference. */
export const codings = ['zstd', 'gzip'] as const;

export type Coding = (typeof codings)[number];

const chunkSize = 64 * 1024;

const compressors: Readonly<Record<Coding, () => Transform>> = {
  zstd: () => {
    const { ZSTD_c_compressionLevel: level, ZSTD_c_windowLog: window } = constants;
    return createZstdCompress({ chunkSize, params: { [level]: 1, [window]: 18 } });
  },
  gzip: () => createGzip({ chunkSize, level: 1 }),
};

export async function* compressed(pieces: Pieces, coding: Coding): AsyncGenerator<Uint8Array> {
  const compressor = compressors[coding]();
  const feeding = pipeline(Readable.from(copies(pieces), { highWaterMark: 1 }), compressor);
  // A failure ends the loop below, too.
  feeding.catch(() => {});
  for await (const chunk of compressor) yield chunk;
  await feeding;
}

/** A compressor works on a piece while the next one is made, which may reuse its buffer. */
async function* copies(pieces: Pieces): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}
