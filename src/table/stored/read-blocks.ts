/** Reads the blocks of a stored table in order (see `table-layout.ts`); each iteration starts at the first. */
import { type FileHandle, open } from 'node:fs/promises';
import type { Block } from './block.ts';
import { ForwardReader } from './forward-reader.ts';
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
