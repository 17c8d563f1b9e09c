/**
 * The content codings of a body, both chosen for speed: the fastest level, and a small window, because every reader
 * that is slow holds one (contract 4.7.11).
 */
import type { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, crc32, createZstdCompress, deflateRaw, deflateRawSync } from 'node:zlib';
import { LoopShare } from '../base/loop-share.ts';
import type { Pieces } from './answer.ts';
import { type Block, blocks } from './blocks.ts';

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
  const compressor = createZstdCompress({ chunkSize: 32 * 1024, params: { [level]: 1, [window]: 16 } });
  const feeding = feed(compressor, pieces);
  // A failure ends the loop below, too.
  feeding.catch(() => compressor.destroy());
  try {
    for await (const chunk of compressor) yield chunk;
  } catch (error) {
    await feeding;
    throw error;
  }
  await feeding;
}

async function feed(compressor: Writable, pieces: Pieces): Promise<void> {
  for await (const block of blocks(pieces)) {
    try {
      await written(compressor, block.bytes);
    } finally {
      block.release();
    }
  }
  compressor.end();
}

/** Resolves when the compressor no longer needs the bytes. */
function written(compressor: Writable, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    compressor.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

const blocksAtOnce = 2;
/** Magic number, deflate, no flags, no time, fastest, unknown system (RFC 1952). */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
const lastBlock = Buffer.from([0x03, 0x00]);

/** One gzip file, whose blocks are compressed apart from each other, some at once: level 1 of zlib is half as fast. */
async function* gzipCoded(pieces: Pieces): AsyncGenerator<Uint8Array> {
  const waiting: Promise<Uint8Array>[] = [];
  let checksum = 0;
  let length = 0;
  const share = new LoopShare();
  // So busy is the event loop that a block waits for it much longer than it is compressed.
  let isWaitingLong = false;
  yield gzipHeader;
  for await (const block of blocks(pieces)) {
    checksum = crc32(block.bytes, checksum);
    length += block.bytes.length;
    if (isWaitingLong) {
      yield deflatedHere(block);
      isWaitingLong = await takesLong(share.rest());
      continue;
    }
    waiting.push(deflatedBlock(block));
    const first = waiting.length < blocksAtOnce ? undefined : waiting.shift();
    if (!first) continue;
    isWaitingLong = await takesLong(first);
    yield await first;
    while (isWaitingLong && waiting.length > 0) yield await (waiting.shift() ?? lastBlock);
  }
  for (const block of waiting) yield await block;
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  yield Buffer.concat([lastBlock, trailer]);
}

const longWaitMs = 10;

async function takesLong(work: Promise<unknown>): Promise<boolean> {
  const began = performance.now();
  await work;
  return performance.now() - began > longWaitMs;
}

const deflate = promisify(deflateRaw);
const deflateOptions = { level: 1, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 32 * 1024 };

/** A millisecond of this thread: less than a turn of the event loop that many requests fill. */
function deflatedHere({ bytes, release }: Block): Uint8Array {
  try {
    return deflateRawSync(bytes, deflateOptions);
  } finally {
    release();
  }
}

/** Ends at the border of a byte and is not the last of its file, so that another one can follow. */
function deflatedBlock({ bytes, release }: Block): Promise<Uint8Array> {
  const deflated = deflate(bytes, deflateOptions).finally(release);
  // Awaited in its turn: until then a failure has no other listener.
  deflated.catch(() => {});
  return deflated;
}
