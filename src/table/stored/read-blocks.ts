/** Reads the blocks of a stored table in order (see `table-layout.ts`); each iteration starts at the first. */
import { type FileHandle, open } from 'node:fs/promises';
import { type Block, blockHeaderInts, indexFile, rowsFile, type TableDescription } from './table-layout.ts';

export function readBlocks(folder: string, description: TableDescription): AsyncIterable<Block> {
  return { [Symbol.asyncIterator]: () => openAndRead(folder, description) };
}

async function* openAndRead(
  folder: string,
  description: TableDescription,
): AsyncGenerator<Block, void, undefined> {
  const rows = await open(rowsFile(folder), 'r');
  try {
    const index = await open(indexFile(folder), 'r');
    try {
      yield* blocksOf(rows, index, description);
    } finally {
      await index.close();
    }
  } finally {
    await rows.close();
  }
}

async function* blocksOf(
  rowsFile: FileHandle,
  index: FileHandle,
  { columns, rows: allRows, headerBytes }: TableDescription,
): AsyncGenerator<Block, void, undefined> {
  const rowBytes = new ForwardReader(rowsFile, headerBytes, rowsAhead);
  const cellInts = new ForwardReader(index, 0, indexAhead);
  for (let left = allRows; left > 0; ) {
    const [rows = 0, length = 0, ascii = 0] = ints(await cellInts.read(blockHeaderBytes));
    left -= rows;
    const [cells, bytes] = await Promise.all([
      cellInts.read(intBytes * rows * columns.length, left > 0 ? blockHeaderBytes : 0),
      rowBytes.read(length),
    ]);
    yield { rows, bytes, cells: ints(cells), isAscii: ascii === 1 };
  }
}

const rowsAhead = 192 * 1024;
const indexAhead = 96 * 1024;
const intBytes = 4;
const blockHeaderBytes = intBytes * blockHeaderInts;

function ints(bytes: Buffer): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / intBytes);
}

/** A read from the disk cache takes a tenth of a millisecond. */
const longWaitMs = 4;

/**
 * Reads a file from front to end, as much as is asked for. When the event loop is so busy that each read waits long for
 * its turn, more is read at once, so that a large body needs few of them (contract 8.6.2).
 */
class ForwardReader {
  readonly #file: FileHandle;
  readonly #maxAhead: number;
  #position: number;
  #ahead: Buffer = Buffer.alloc(0);
  #isWaitingLong = false;

  /** Each of a hundred readers that stand still may hold `maxAhead` bytes. */
  constructor(file: FileHandle, position: number, maxAhead: number) {
    this.#file = file;
    this.#maxAhead = maxAhead;
    this.#position = position;
  }

  /** `andNext`: so many bytes are wanted after them in any case. */
  async read(length: number, andNext = 0): Promise<Buffer> {
    if (this.#ahead.length < length) await this.#fill(length, andNext);
    const bytes = this.#ahead.subarray(0, length);
    this.#ahead = this.#ahead.subarray(length);
    return bytes;
  }

  async #fill(length: number, andNext: number): Promise<void> {
    const wanted = this.#isWaitingLong ? Math.max(length + andNext, this.#maxAhead) : length + andNext;
    const buffer = Buffer.allocUnsafeSlow(wanted);
    let filled = this.#ahead.copy(buffer);
    const began = performance.now();
    while (filled < length) {
      const { bytesRead } = await this.#file.read(buffer, filled, wanted - filled, this.#position);
      if (bytesRead === 0) throw new Error('the stored table ends too early');
      filled += bytesRead;
      this.#position += bytesRead;
    }
    this.#isWaitingLong = performance.now() - began > longWaitMs;
    this.#ahead = buffer.subarray(0, filled);
  }
}
