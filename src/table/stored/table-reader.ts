/** Reads a stored table (see `table-layout.ts`) block by block, only the picked columns of it. */
import { readFile } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { fitsInt64 } from '../../base/int64.ts';
import type { Batch, Cell, Column, ColumnType, Row } from '../table.ts';
import { writtenForms } from '../written-form.ts';
import { undoubleQuotes } from './csv-text.ts';
import { fileReading } from './file-reading.ts';
import { readBlocks } from './read-blocks.ts';
import { type StoredRows, StoredTable } from './stored-table.ts';
import {
  type Block,
  cellKind,
  descriptionFile,
  kindBits,
  type StoredColumn,
  type TableDescription,
} from './table-layout.ts';

const longBlockBytes = 1024 * 1024;
const kindMask = (1 << kindBits) - 1;
const partLength = 16 * 1024;

const columnShape = z.object({
  name: z.string(),
  type: z.enum(['string', 'integer', 'number', 'boolean', 'date', 'datetime', 'json', 'any']),
  decimal: z.literal('comma').exactOptional(),
  form: z.enum(writtenForms).exactOptional(),
});

const storedColumn: z.ZodType<StoredColumn> = z.union([
  columnShape.extend({ needsNoEscaping: z.boolean(), exceedsInt64: z.boolean() }),
  // As tables were described before 0.1.0.
  columnShape
    .extend({ plain: z.boolean(), wide: z.boolean() })
    .transform(({ plain, wide, ...column }) => ({ ...column, needsNoEscaping: plain, exceedsInt64: wide })),
]);

const tableDescription: z.ZodType<TableDescription> = z.object({
  columns: z.array(storedColumn),
  rows: z.number().int().nonnegative(),
  headerBytes: z.number().int().nonnegative(),
  reading: fileReading.exactOptional(),
});

export async function readDescription(folder: string): Promise<TableDescription> {
  return tableDescription.parse(JSON.parse(await readFile(descriptionFile(folder), 'utf8')));
}

/** The table in a folder; may be read several times. */
export function folderTable(
  folder: string,
  description: TableDescription,
  more: Omit<StoredRows, 'folder'> = {},
): StoredTable {
  return blockTable(readBlocks(folder, description), description.columns, {
    folder,
    count: description.rows,
    ...more,
  });
}

/** `columns` are those that are stored; the table has the picked ones. */
export function blockTable(
  blocks: AsyncIterable<Block>,
  columns: readonly Column[],
  rows: StoredRows,
): StoredTable {
  const picked = rows.picked ?? columns.map((_, index) => index);
  const decode = blockDecoder(columns, picked);
  const batches = { [Symbol.asyncIterator]: () => decodeBlocks(blocks, decode) };
  return new StoredTable(
    picked.map((index) => tableColumn(columns[index])),
    batches,
    rows,
  );
}

/** Rows in memory; may be read several times. */
export function blocksInMemory(blocks: readonly Block[]): AsyncIterable<Block> {
  return {
    async *[Symbol.asyncIterator]() {
      yield* blocks;
    },
  };
}

function tableColumn(column: Column | undefined): Column {
  if (!column) throw new RangeError('the stored table has no such column');
  const { name, type, needsNoEscaping = false, decimal, form } = column;
  return { name, type, needsNoEscaping, ...(decimal && { decimal }), ...(form && { form }) };
}

async function* decodeBlocks(
  blocks: AsyncIterable<Block>,
  decode: BlockDecoder,
): AsyncGenerator<Batch, void, undefined> {
  for await (const block of blocks) {
    const { batch, long } = decode(block);
    for (const { row, at, doubled } of long) row[at] = await withSingleQuotes(doubled);
    // What is made of a row of megabytes takes as long as decoding it, and gets a turn of its own.
    if (block.bytes.byteLength > longBlockBytes) await turn();
    yield batch;
  }
}

interface DecodedBlock {
  readonly batch: Batch;
  /** Cells that are decoded afterwards, because each takes long. */
  readonly long: readonly LongCell[];
}

interface LongCell {
  readonly row: Cell[];
  readonly at: number;
  readonly doubled: string;
}

/** In turns of the event loop, because a cell may have 16 MB. */
async function withSingleQuotes(doubled: string): Promise<string> {
  const parts: string[] = [];
  for (let start = 0; start < doubled.length; ) {
    let end = start + partLength;
    if (quotesBefore(doubled, start, end) % 2 === 1) end += 1;
    parts.push(undoubleQuotes(doubled.slice(start, end)));
    start = end;
    await turn();
  }
  return parts.join('');
}

/** How many stand in a row just before `end`, none of them before `start`. */
function quotesBefore(text: string, start: number, end: number): number {
  let count = 0;
  while (count < end - start && text[end - 1 - count] === '"') count += 1;
  return count;
}

type BlockDecoder = (block: Block) => DecodedBlock;

/** Only the picked columns are made into cells. */
function blockDecoder(columns: readonly Column[], picked: readonly number[]): BlockDecoder {
  const width = columns.length;
  const targets = new Int32Array(width).fill(-1);
  picked.forEach((column, target) => {
    targets[column] = target;
  });
  const types = columns.map((column) => column.type);
  return ({ rows, bytes, cells, isAscii }) => {
    const text = bytes.toString(isAscii ? 'latin1' : 'utf8');
    const batch: Row[] = new Array(rows);
    const long: LongCell[] = [];
    let at = 0;
    let position = 0;
    for (let i = 0; i < rows; i++) {
      const row: Cell[] = new Array(picked.length);
      for (let column = 0; column < width; column++) {
        const cell = cells[at++] ?? 0;
        const end = position + (cell >>> kindBits);
        const target = targets[column] ?? -1;
        const kind = cell & kindMask;
        if (target >= 0 && kind === cellKind.doubledQuotes && end - position > partLength) {
          long.push({ row, at: target, doubled: text.slice(position + 1, end - 1) });
        } else if (target >= 0) row[target] = decodeCell(text, position, end, kind, types[column]);
        position = end + 1;
      }
      batch[i] = row;
    }
    return { batch, long };
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
    const written = text.slice(start, end);
    return type === 'any' || (type === 'number' && isLargeFloat(written)) ? numberValue(written) : written;
  }
  if (kind === cellKind.boolean) {
    return type === 'any' ? end - start === 'true'.length : text.slice(start, end);
  }
  if (kind === cellKind.json) return jsonValue(text.slice(start, end), type);
  const inner = text.slice(start + 1, end - 1);
  // Only a text can be the empty string; among numbers `""` is a missing one.
  if (inner === '' && type !== 'string' && type !== 'any') return null;
  return kind === cellKind.doubledQuotes ? undoubleQuotes(inner) : inner;
}

function jsonValue(csv: string, type: ColumnType | undefined): Cell {
  const written = csv.startsWith('"') ? undoubleQuotes(csv.slice(1, -1)) : csv;
  return type === 'any' ? JSON.parse(written) : written;
}

function numberValue(written: string): number | bigint {
  const value = Number(written);
  return !Number.isSafeInteger(value) && wholeNumber.test(written) && !isLargeFloat(written)
    ? BigInt(written)
    : value;
}

const wholeNumber = /^-?\d+$/;
const digitsOfInt64 = 19;

/** In a column that is not of integers: no integer there has more than 64 bits. */
function isLargeFloat(written: string): boolean {
  return written.length >= digitsOfInt64 && wholeNumber.test(written) && !fitsInt64(BigInt(written));
}
