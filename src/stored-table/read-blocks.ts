/**
 * Reads the blocks of a stored table in order (see `table-layout.ts`); each iteration starts at the first (4.7).
 */
import { type FileHandle, open } from 'node:fs/promises';
import type { Block } from './block.ts';
import { blockHeaderInts, indexFile, rowsFile, type TableDescription } from './table-layout.ts';

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
  let position = headerBytes;
  let indexPosition = 0;
  for (let left = allRows; left > 0; ) {
    const header = await readInts(index, blockHeaderInts, indexPosition);
    const [rows = 0, length = 0, ascii = 0] = header;
    indexPosition += header.byteLength;
    const [cells, bytes] = await Promise.all([
      readInts(index, rows * columns.length, indexPosition),
      readBytes(rowsFile, length, position),
    ]);
    indexPosition += cells.byteLength;
    position += length;
    left -= rows;
    yield { rows, bytes, cells, isAscii: ascii === 1 };
  }
}

async function readInts(file: FileHandle, count: number, position: number): Promise<Int32Array> {
  const bytes = await readBytes(file, 4 * count, position);
  return new Int32Array(bytes.buffer, bytes.byteOffset, count);
}

async function readBytes(file: FileHandle, length: number, position: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new Error('the stored table ends too early');
    filled += bytesRead;
  }
  return bytes;
}
