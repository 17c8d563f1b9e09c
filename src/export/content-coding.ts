/**
 * The content codings of a body, both chosen for speed: the fastest level, and a small window, because every reader
 * that is slow holds one (DESIGN section 1, "Bodies").
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, crc32, createZstdCompress, deflateRaw } from 'node:zlib';
import type { Pieces } from './answer.ts';

/** In the order of preference. */
export const codings = ['zstd', 'gzip'] as const;

export type Coding = (typeof codings)[number];

const coders: Readonly<Record<Coding, (pieces: Pieces) => AsyncGenerator<Uint8Array>>> = {
  zstd: zstdCoded,
  gzip: gzipCoded,
};

export function compressed(pieces: Pieces, coding: Coding): AsyncGenerator<Uint8Array> {
  return coders[coding](pieces);
}

async function* zstdCoded(pieces: Pieces): AsyncGenerator<Uint8Array> {
  const { ZSTD_c_compressionLevel: level, ZSTD_c_windowLog: window } = constants;
  const compressor = createZstdCompress({ chunkSize: 64 * 1024, params: { [level]: 1, [window]: 18 } });
  const feeding = pipeline(Readable.from(copies(pieces), { highWaterMark: 1 }), compressor);
  // A failure ends the loop below, too.
  feeding.catch(() => {});
  for await (const chunk of compressor) yield chunk;
  await feeding;
}

const blockLength = 256 * 1024;
const blocksAtOnce = 2;
/** Magic number, deflate, no flags, no time, fastest, unknown system (RFC 1952). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
const lastBlock = Buffer.from([0x03, 0x00]);

/** One gzip file, whose blocks are compressed apart from each other, some at once: level 1 of zlib is half as fast. */
async function* gzipCoded(pieces: Pieces): AsyncGenerator<Uint8Array> {
  const waiting: Promise<Uint8Array>[] = [];
  let checksum = 0;
  let length = 0;
  yield gzipHeader;
  for await (const block of blocks(pieces)) {
    checksum = crc32(block, checksum);
    length += block.length;
    waiting.push(deflatedBlock(block));
    const first = waiting.length < blocksAtOnce ? undefined : waiting.shift();
    if (first) yield await first;
  }
  for (const block of waiting) yield await block;
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  yield Buffer.concat([lastBlock, trailer]);
}

const deflate = promisify(deflateRaw);

/** Ends at the border of a byte and is not the last of its file, so that another one can follow. */
function deflatedBlock(block: Uint8Array): Promise<Uint8Array> {
  const deflated = deflate(block, { level: 1, finishFlush: constants.Z_SYNC_FLUSH });
  // Awaited in its turn: until then a failure has no other listener.
  deflated.catch(() => {});
  return deflated;
}

async function* blocks(pieces: Pieces): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let length = 0;
  for await (const piece of copies(pieces)) {
    gathered.push(piece);
    length += piece.length;
    if (length < blockLength) continue;
    yield joined(gathered);
    gathered = [];
    length = 0;
  }
  if (length > 0) yield joined(gathered);
}

function joined(pieces: readonly Buffer[]): Buffer {
  const [only, ...others] = pieces;
  return only && others.length === 0 ? only : Buffer.concat(pieces);
}

/** A compressor works on a piece while the next one is made, which may reuse its buffer. */
async function* copies(pieces: Pieces): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece);
}
