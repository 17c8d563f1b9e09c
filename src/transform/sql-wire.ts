/**
 * What the service and its SQL processes say to each other: frames of a length and JSON, one job, one answer.
 * The answer comes out of the sandbox, so it is checked before it is believed (4.8).
 */
import type { Cell, Column, ColumnType, Row } from '../table.ts';

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

export type SqlAnswer =
  /** Said once, before the first job. */
  | { readonly kind: 'ready'; readonly pid: number }
  | {
      readonly kind: 'rows';
      readonly columns: readonly Column[];
      readonly rows: readonly Row[];
      readonly retire: boolean;
    }
  | { readonly kind: 'stored'; readonly retire: boolean }
  | { readonly kind: 'refused'; readonly reason: string; readonly retire: boolean }
  | { readonly kind: 'failed'; readonly detail: string };

const lengthBytes = 4;
export const longestFrame = 16 * 1024 * 1024;

export function frame(json: string): Buffer {
  const length = Buffer.byteLength(json);
  const bytes = Buffer.allocUnsafe(lengthBytes + length);
  bytes.writeUInt32LE(length, 0);
  bytes.write(json, lengthBytes, 'utf8');
  return bytes;
}

/** Collects the bytes of frames as they arrive. */
export class FrameReader {
  #bytes: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
  }

  /** The text of the next whole frame, if it is there. */
  next(): string | undefined {
    if (this.#bytes.length < lengthBytes) return undefined;
    const end = lengthBytes + this.#bytes.readUInt32LE(0);
    if (end > longestFrame) throw new RangeError('a frame is too long');
    if (this.#bytes.length < end) return undefined;
    const text = this.#bytes.toString('utf8', lengthBytes, end);
    this.#bytes = this.#bytes.subarray(end);
    return text;
  }
}

/** JSON has no place for a large integer or an infinity: such a cell is an object with its text. */
export function encodeCell(cell: Cell): Cell {
  if (typeof cell === 'bigint') return { n: String(cell) };
  return typeof cell === 'number' && !Number.isFinite(cell) ? { n: String(cell) } : cell;
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

export function decodeAnswer(text: string): SqlAnswer {
  const answer: unknown = JSON.parse(text);
  if (!isObject(answer)) throw new TypeError('the answer is no object');
  const { kind, pid, reason, detail, columns, rows, retire: mayRetire } = answer;
  const retire = mayRetire === true;
  if (kind === 'ready' && typeof pid === 'number') return { kind, pid };
  if (kind === 'stored') return { kind, retire };
  if (kind === 'refused' && typeof reason === 'string') return { kind, reason, retire };
  if (kind === 'failed') return { kind, detail: String(detail) };
  if (kind !== 'rows' || !Array.isArray(columns) || !Array.isArray(rows)) {
    throw new TypeError('the answer is of no known kind');
  }
  const decoded = columns.map(decodeColumn);
  return { kind, columns: decoded, rows: rows.map((row) => decodeRow(row, decoded.length)), retire };
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
  const { name, type, plain } = column;
  if (typeof name !== 'string' || !isColumnType(type)) throw new TypeError('a column has no name or type');
  return { name, type, plain: plain === true };
}

/** The row as it was parsed, its marked cells put right in place. */
function decodeRow(row: unknown, width: number): Row {
  if (!Array.isArray(row) || row.length !== width) throw new TypeError('a row is of the wrong width');
  for (let i = 0; i < width; i++) {
    if (typeof row[i] === 'object' && row[i] !== null) row[i] = decodeMarked(row[i]);
  }
  return row;
}

function decodeMarked(cell: unknown): number | bigint {
  const { n: written } = isObject(cell) ? cell : {};
  if (typeof written !== 'string') throw new TypeError('a cell is of no known kind');
  const number = Number(written);
  return Number.isFinite(number) ? BigInt(written) : number;
}
