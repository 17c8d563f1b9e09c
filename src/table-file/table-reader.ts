/**
 * Reads a table file back as a Table, batch by batch (see `table-layout.ts`). Only the picked columns are
 * made into cells.
 */
import { type FileHandle, open, readFile } from 'node:fs/promises';
import type { Batch, Cell, Column, ColumnType, Row, StoredTable, Table } from '../table.ts';
import {
  blockHeaderInts,
  cellKind,
  descriptionFile,
  indexFile,
  kindBits,
  rowsFile,
  type StoredColumn,
  type TableDescription,
  tableDescription,
} from './table-layout.ts';

const kindMask = (1 << kindBits) - 1;

export async function readDescription(folder: string): Promise<TableDescription> {
  return tableDescription.parse(JSON.parse(await readFile(descriptionFile(folder), 'utf8')));
}

/** The table in `stored.folder`; may be read several times. */
export function storedTable(stored: StoredTable, description: TableDescription): Table {
  const picked = stored.picked ?? description.columns.map((_, index) => index);
  const columns = picked.map((index): Column => {
    const { name, type, plain } = storedColumn(description, index);
    return { name, type, plain };
  });
  return {
    columns,
    batches: { [Symbol.asyncIterator]: () => readBatches(stored.folder, description, picked) },
    stored,
  };
}

function storedColumn(description: TableDescription, index: number): StoredColumn {
  const column = description.columns[index];
  if (!column) throw new RangeError(`no column ${index} in the table file`);
  return column;
}

async function* readBatches(
  folder: string,
  description: TableDescription,
  picked: readonly number[],
): AsyncGenerator<Batch, void, undefined> {
  const rows = await open(rowsFile(folder), 'r');
  try {
    const index = await open(indexFile(folder), 'r');
    try {
      yield* decodeBlocks(rows, index, description, picked);
    } finally {
      await index.close();
    }
  } finally {
    await rows.close();
  }
}

async function* decodeBlocks(
  rows: FileHandle,
  index: FileHandle,
  description: TableDescription,
  picked: readonly number[],
): AsyncGenerator<Batch, void, undefined> {
  const decode = rowDecoder(description, picked);
  let rowsPosition = description.headerBytes;
  let indexPosition = 0;
  for (let left = description.rows; left > 0; ) {
    const header = await readInts(index, blockHeaderInts, indexPosition);
    const [rowCount = 0, textBytes = 0, characters = 0] = header;
    const cells = await readInts(
      index,
      rowCount * description.columns.length,
      indexPosition + header.byteLength,
    );
    const bytes = await readBytes(rows, textBytes, rowsPosition);
    indexPosition += header.byteLength + cells.byteLength;
    rowsPosition += textBytes;
    left -= rowCount;
    const text = bytes.toString(characters === textBytes ? 'latin1' : 'utf8');
    yield decode(text, cells, rowCount);
  }
}

type RowDecoder = (text: string, cells: Int32Array, rowCount: number) => Batch;

function rowDecoder(description: TableDescription, picked: readonly number[]): RowDecoder {
  const width = description.columns.length;
  const targets = new Int32Array(width).fill(-1);
  picked.forEach((column, target) => {
    targets[column] = target;
  });
  const types = description.columns.map((column) => column.type);
  return (text, cells, rowCount) => {
    const batch: Row[] = new Array(rowCount);
    let at = 0;
    let position = 0;
    for (let i = 0; i < rowCount; i++) {
      const row: Cell[] = new Array(picked.length);
      for (let column = 0; column < width; column++) {
        const cell = cells[at++] ?? 0;
        const end = position + (cell >>> kindBits);
        const target = targets[column] ?? -1;
        if (target >= 0) row[target] = decodeCell(text, position, end, cell & kindMask, types[column]);
        position = end + 1;
      }
      batch[i] = row;
    }
    return batch;
  };
}

function decodeCell(
  text: string,
  start: number,
  end: number,
  kind: number,
  type: ColumnType | undefined,
): Cell {
  if (kind === cellKind.text) return text.slice(start, end);
  if (kind === cellKind.missing) return null;
  if (kind === cellKind.number) {
    return type === 'any' ? numberValue(text.slice(start, end)) : text.slice(start, end);
  }
  const inner = text.slice(start + 1, end - 1);
  // Only a text can be the empty string; among numbers `""` is a missing one.
  if (inner === '' && type !== 'string' && type !== 'any') return null;
  return kind === cellKind.doubledQuotes ? inner.replaceAll('""', '"') : inner;
}

function numberValue(written: string): number | bigint {
  const value = Number(written);
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(written)
    ? BigInt(written)
    : value;
}

async function readInts(file: FileHandle, count: number, position: number): Promise<Int32Array> {
  const bytes = await readBytes(file, 4 * count, position);
  return new Int32Array(bytes.buffer, bytes.byteOffset, count);
}

async function readBytes(file: FileHandle, length: number, position: number): Promise<Buffer> {
  const bytes = Buffer.from(new ArrayBuffer(length));
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new Error('the table file ends too early');
    filled += bytesRead;
  }
  return bytes;
}
