/**
 * What the service and its SQL processes say to each other: frames of a length and JSON, one job, one answer.
 * The answer comes out of the sandbox, so it is checked before it is believed (4.8).
 */

import type { Block } from '../stored-table/block.ts';
import type { Column, ColumnType } from '../table.ts';
import type { SmallResult } from './sandbox/result.ts';

export interface SqlJob {
  /** The folder of the table file. */
  readonly folder: string;
  /** Where its database would be. */
  readonly database: string;
  readonly picked?: readonly number[];
  /** Of the picked columns, in order. */
  readonly types: readonly ColumnType[];
  readonly sql: string;
  /** Made by the process if the result is too large for the answer. */
  readonly resultFolder: string;
}

export type SqlReply =
  /** Said once, before the first job. */
  | { readonly kind: 'ready'; readonly pid: number }
  | { readonly kind: 'rows'; readonly result: SmallReply; readonly retire: boolean }
  | { readonly kind: 'stored'; readonly retire: boolean }
  | { readonly kind: 'refused'; readonly reason: string; readonly retire: boolean }
  | { readonly kind: 'failed'; readonly detail: string };

/** A small result as it would stand in a table file. */
export interface SmallReply {
  readonly columns: readonly Column[];
  readonly block: Block;
  /** The header line and the rows of the block. */
  readonly csv: Buffer;
}

const lengthBytes = 4;
export const maxFrameBytes = 16 * 1024 * 1024;

/** The length of the whole, the length of the JSON, the JSON, and bytes that belong to it. */
export function frame(json: string, ...attached: readonly Uint8Array[]): Buffer {
  const head = Buffer.from(json, 'utf8');
  const lengths = Buffer.allocUnsafe(2 * lengthBytes);
  const length = attached.reduce((sum, { byteLength }) => sum + byteLength, head.byteLength);
  lengths.writeUInt32LE(length, 0);
  lengths.writeUInt32LE(head.byteLength, lengthBytes);
  return Buffer.concat([lengths, head, ...attached]);
}

export interface Frame {
  readonly json: string;
  readonly attached: Buffer;
}

/** Collects the bytes of frames as they arrive. */
export class FrameReader {
  #bytes: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
  }

  /** The next whole frame, if it is there. */
  next(): Frame | undefined {
    const start = 2 * lengthBytes;
    if (this.#bytes.length < start) return undefined;
    const end = start + this.#bytes.readUInt32LE(0);
    const attachedFrom = start + this.#bytes.readUInt32LE(lengthBytes);
    if (end > maxFrameBytes || attachedFrom > end) throw new RangeError('a frame is too long');
    if (this.#bytes.length < end) return undefined;
    const json = this.#bytes.toString('utf8', start, attachedFrom);
    const attached = this.#bytes.subarray(attachedFrom, end);
    this.#bytes = this.#bytes.subarray(end);
    return { json, attached };
  }
}

/** The word that makes a process close the databases it keeps open. */
export const forgetWord = '"forget"';

export function decodeJob(text: string): SqlJob | undefined {
  const job: unknown = JSON.parse(text);
  if (job === 'forget') return undefined;
  if (!isObject(job)) throw new TypeError('the job is no object');
  const { folder, database, picked, types, sql, resultFolder } = job;
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
  return isIndexList(picked) ? { ...base, picked } : base;
}

const isIndexList = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every(Number.isInteger);

export function decodeReply({ json, attached }: Frame): SqlReply {
  const answer: unknown = JSON.parse(json);
  if (!isObject(answer)) throw new TypeError('the answer is no object');
  const { kind, pid, reason, detail, retire: mayRetire } = answer;
  const retire = mayRetire === true;
  if (kind === 'ready' && typeof pid === 'number') return { kind, pid };
  if (kind === 'stored') return { kind, retire };
  if (kind === 'refused' && typeof reason === 'string') return { kind, reason, retire };
  if (kind === 'failed') return { kind, detail: String(detail) };
  if (kind !== 'rows') throw new TypeError('the answer is of no known kind');
  return { kind, result: decodeSmall(answer, attached), retire };
}

/** The frame of a small result: the index of its cells and its CSV are attached. */
export function encodeSmall({ columns, header, block }: SmallResult, retire: boolean): Buffer {
  const { rows, cells, bytes, isAscii } = block;
  const json = JSON.stringify({
    kind: 'rows',
    columns,
    rows,
    headerBytes: header.byteLength,
    isAscii,
    retire,
  });
  return frame(json, Buffer.from(cells.buffer, cells.byteOffset, cells.byteLength), header, bytes);
}

/** What the index says must fit the text: the process is not trusted. */
function decodeSmall(answer: Record<string, unknown>, attached: Buffer): SmallReply {
  const { columns, rows, headerBytes, isAscii } = answer;
  if (!Array.isArray(columns) || typeof rows !== 'number' || typeof headerBytes !== 'number') {
    throw new TypeError('the answer is not whole');
  }
  const cellBytes = 4 * rows * columns.length;
  if (!(cellBytes >= 0 && cellBytes + headerBytes <= attached.byteLength)) {
    throw new RangeError('the answer does not fit its lengths');
  }
  // A copy, for an Int32Array must begin at a multiple of four.
  const cells = new Int32Array(Uint8Array.from(attached.subarray(0, cellBytes)).buffer);
  const csv = attached.subarray(cellBytes);
  const block = { rows, cells, bytes: csv.subarray(headerBytes), isAscii: isAscii === true };
  return { columns: columns.map(decodeColumn), block, csv };
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
