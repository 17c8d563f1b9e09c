/**
 * What the columns of a result are. A result column that is a column of the table keeps its type: booleans
 * come back as true and false, JSON as JSON. Any other column is what its values show over the whole result:
 * integers, numbers, texts, or `any` (contract 4.8.5).
 */
import type { SQLOutputValue } from 'node:sqlite';
import type { StoredColumn } from '../../table/stored/table-layout.ts';
import type { Cell, Column, ColumnType } from '../../table/table.ts';
import { SqlRefusal } from '../language/sql-refusal.ts';
import type { ResultColumn } from './table-database.ts';

/** A value that the type of the column does not allow. */
export class TypeMismatch extends Error {
  readonly column: number;

  constructor(column: number) {
    super(`column ${column} is not of its type`);
    this.column = column;
  }
}

const mega = 1024 * 1024;
/** In characters; of a blob, which is written in hexadecimal, two for each byte. */
const maxCellMega = 1;
const maxRowMega = 16;

const seen = { integer: 1, real: 2, text: 4 } as const;
const wholeNumber = /^-?\d+$/;
/** Anything but what every format can copy as it stands. */
const notPlain = /[^ !#-%(-;=?-[\]-~\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd]/;

export class ResultColumns {
  readonly names: readonly string[];
  readonly #types: readonly (ColumnType | undefined)[];
  readonly #seen: Uint8Array;
  readonly #special: Uint8Array;

  /** The columns in `untyped` go by their values alone. */
  constructor(
    columns: readonly ResultColumn[],
    types: ReadonlyMap<string, ColumnType>,
    untyped: ReadonlySet<number>,
  ) {
    this.names = columns.map(({ name }) => name);
    this.#types = columns.map(({ origin }, i) =>
      origin === undefined || untyped.has(i) ? undefined : types.get(origin),
    );
    this.#seen = new Uint8Array(columns.length);
    this.#special = new Uint8Array(columns.length);
  }

  row(values: readonly SQLOutputValue[]): Cell[] {
    checkSize(values);
    const row: Cell[] = new Array(values.length);
    for (let i = 0; i < values.length; i++) row[i] = this.#cell(i, values[i] ?? null);
    return row;
  }

  described(): Column[] {
    return this.names.map((name, i) => ({
      name,
      type: this.#type(i),
      needsNoEscaping: this.#special[i] === 0,
    }));
  }

  stored(): StoredColumn[] {
    return this.described().map(({ name, type, needsNoEscaping = false }, i) => ({
      name,
      type,
      needsNoEscaping,
      exceedsInt64: type === 'integer' && ((this.#seen[i] ?? 0) & seen.text) !== 0,
    }));
  }

  #cell(i: number, value: SQLOutputValue): Cell {
    if (value === null) return null;
    if (typeof value === 'string') return this.#text(i, value);
    if (typeof value === 'bigint') return this.#integer(i, value);
    if (typeof value === 'number') return this.#real(i, value);
    return this.#text(i, Buffer.from(value).toString('hex'));
  }

  #integer(i: number, value: bigint): Cell {
    this.#mark(i, seen.integer);
    const number = Number(value);
    const type = this.#types[i];
    if (type === 'boolean') {
      if (number !== 0 && number !== 1) throw new TypeMismatch(i);
      return number === 1;
    }
    if (type === 'json') throw new TypeMismatch(i);
    return Number.isSafeInteger(number) ? number : value;
  }

  #real(i: number, value: number): Cell {
    this.#mark(i, seen.real);
    const type = this.#types[i];
    if (type === 'boolean' || type === 'json') throw new TypeMismatch(i);
    if (!Number.isFinite(value)) this.#special[i] = 1;
    return value;
  }

  #text(i: number, text: string): Cell {
    this.#mark(i, seen.text);
    if (this.#special[i] === 0 && notPlain.test(text)) this.#special[i] = 1;
    const type = this.#types[i];
    if (type === 'json' ? !isJson(text) : type === 'boolean') throw new TypeMismatch(i);
    if (type === 'integer' && !wholeNumber.test(text)) throw new TypeMismatch(i);
    return text;
  }

  #mark(i: number, kind: number): void {
    this.#seen[i] = (this.#seen[i] ?? 0) | kind;
  }

  #type(i: number): ColumnType {
    const type = this.#types[i];
    const kinds = this.#seen[i] ?? 0;
    if (type === 'boolean' || type === 'json') return type;
    if (kinds === 0) return type ?? 'string';
    if (kinds === seen.integer || (type === 'integer' && (kinds & seen.real) === 0)) return 'integer';
    if (kinds === seen.text) return 'string';
    return (kinds & seen.text) === 0 ? 'number' : 'any';
  }
}

/** A format may hold a whole row at once. */
function checkSize(values: readonly SQLOutputValue[]): void {
  let rowLength = 0;
  for (const value of values) {
    if (typeof value === 'string') rowLength += within(value.length);
    else if (value instanceof Uint8Array) rowLength += within(2 * value.byteLength);
  }
  if (rowLength > maxRowMega * mega) throw tooLong('row', maxRowMega);
}

function within(cellLength: number): number {
  if (cellLength > maxCellMega * mega) throw tooLong('cell', maxCellMega);
  return cellLength;
}

function tooLong(part: 'cell' | 'row', limitMb: number): SqlRefusal {
  return new SqlRefusal(`a ${part} of the result is longer than the limit of ${limitMb} MB`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
