/**
 * The messages between the service and its SQL processes: one job, one reply. A reply comes out of the
 * sandbox, so its shape is checked before it is used; by hand, because the processes are to stay small.
 */
import type { Block } from '../../table/stored/table-layout.ts';
import type { Column, ColumnType } from '../../table/table.ts';
import { type Frame, frame } from './frames.ts';

export interface SqlJob {
  readonly folder: string;
  /** Where its database would be. */
  readonly database: string;
  readonly picked?: readonly number[];
  /** Of the picked columns, in order. */
  readonly types: readonly ColumnType[];
  readonly sql: string;
  /** The most rows that are wanted; absent: all. */
  readonly maxRows?: number;
  /** All rows of the result are counted if that takes no longer, in milliseconds; absent: they are not. */
  readonly countMs?: number;
  /** Made by the process if the result is too large for the reply. */
  readonly resultFolder: string;
}

export type SqlReply =
  /** Sent once, before the first job. */
  | { readonly kind: 'ready'; readonly pid: number }
  | { readonly kind: 'rows'; readonly result: SmallResult; readonly retire: boolean }
  | { readonly kind: 'stored'; readonly retire: boolean }
  | { readonly kind: 'refused'; readonly reason: string; readonly retire: boolean }
  | { readonly kind: 'failed'; readonly detail: string; readonly code: string };

/** A small result, in the form of a stored table. */
export interface SmallResult {
  readonly columns: readonly Column[];
  readonly block: Block;
  /** The header line and the rows of the block. */
  readonly csv: Buffer;
  /** How many rows there are, if they were counted. */
  readonly total?: number;
}

/** The word that makes a process close the databases it keeps open. */
export const forgetWord = '"forget"';

export function decodeJob(text: string): SqlJob | undefined {
  const job: unknown = JSON.parse(text);
  if (job === 'forget') return undefined;
  if (!isObject(job)) throw new TypeError('the job is no object');
  const { folder, database, picked, types, sql, maxRows, countMs, resultFolder } = job;
  if (
    typeof folder !== 'string' ||
    typeof database !== 'string' ||
    typeof sql !== 'string' ||
    typeof resultFolder !== 'string' ||
    !Array.isArray(types) ||
    !types.every(isColumnType)
  ) {
    throw new TypeError('the job is not whole');
  }
  const base = { folder, database, types, sql, resultFolder };
  return {
    ...base,
    ...(isIndexList(picked) && { picked }),
    ...(typeof maxRows === 'number' && { maxRows }),
    ...(typeof countMs === 'number' && { countMs }),
  };
}

const isIndexList = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every(Number.isInteger);

export function decodeReply({ json, attached }: Frame): SqlReply {
  const reply: unknown = JSON.parse(json);
  if (!isObject(reply)) throw new TypeError('the reply is no object');
  const { kind, pid, reason, detail, code, retire: mayRetire } = reply;
  const retire = mayRetire === true;
  if (kind === 'ready' && typeof pid === 'number') return { kind, pid };
  if (kind === 'stored') return { kind, retire };
  if (kind === 'refused' && typeof reason === 'string') return { kind, reason, retire };
  if (kind === 'failed') return { kind, detail: String(detail), code: String(code ?? '') };
  if (kind !== 'rows') throw new TypeError('the reply is of no known kind');
  return { kind, result: decodeSmall(reply, attached), retire };
}

/** The frame of a small result: the index of its cells and its CSV are attached. */
export function encodeSmall({ columns, block, csv, total }: SmallResult, retire: boolean): Buffer {
  const { rows, cells, bytes, isAscii } = block;
  const json = JSON.stringify({
    kind: 'rows',
    columns,
    rows,
    headerBytes: csv.byteLength - bytes.byteLength,
    isAscii,
    total,
    retire,
  });
  return frame(json, Buffer.from(cells.buffer, cells.byteOffset, cells.byteLength), csv);
}

/** The lengths in the index must fit the text: the process is not trusted. */
function decodeSmall(reply: Record<string, unknown>, attached: Buffer): SmallResult {
  const { columns, rows, headerBytes, isAscii, total } = reply;
  if (!Array.isArray(columns) || typeof rows !== 'number' || typeof headerBytes !== 'number') {
    throw new TypeError('the reply is not whole');
  }
  const cellBytes = 4 * rows * columns.length;
  if (!(cellBytes >= 0 && cellBytes + headerBytes <= attached.byteLength)) {
    throw new RangeError('the reply does not fit its lengths');
  }
  // A copy, for an Int32Array must begin at a multiple of four.
  const cells = new Int32Array(Uint8Array.from(attached.subarray(0, cellBytes)).buffer);
  const csv = attached.subarray(cellBytes);
  const block = { rows, cells, bytes: csv.subarray(headerBytes), isAscii: isAscii === true };
  const isCounted = typeof total === 'number' && Number.isSafeInteger(total) && total >= rows;
  return { columns: columns.map(decodeColumn), block, csv, ...(isCounted && { total }) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const columnTypes: ReadonlySet<unknown> = new Set<ColumnType>([
  'string',
  'integer',
  'number',
  'boolean',
  'json',
  'any',
]);

function isColumnType(value: unknown): value is ColumnType {
  return columnTypes.has(value);
}

function decodeColumn(column: unknown): Column {
  if (!isObject(column)) throw new TypeError('a column is no object');
  const { name, type, needsNoEscaping } = column;
  if (typeof name !== 'string' || !isColumnType(type)) throw new TypeError('a column has no name or type');
  return { name, type, needsNoEscaping: needsNoEscaping === true };
}
