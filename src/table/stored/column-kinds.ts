/**
 * The columns of a table as a source gives it: the type that it declares holds as long as every cell keeps to
 * it; otherwise, and where it declares `any`, the cells decide.
 */
import { fitsInt64 } from '../../base/int64.ts';
import type { Cell, Column, ColumnType } from '../table.ts';
import type { StoredColumn } from './table-layout.ts';

const integer = 1;
const fraction = 2;
const text = 4;
const boolean = 8;
const json = 16;

const kindsOfType: Readonly<Record<ColumnType, number>> = {
  integer,
  number: integer | fraction,
  string: text,
  boolean,
  date: text,
  datetime: text,
  json,
  any: 0,
};

/** From the narrowest to the widest. */
const narrowing = ['integer', 'number', 'string', 'boolean', 'json'] as const;

export class ColumnKinds {
  readonly #declared: readonly Column[];
  readonly #seen: Uint8Array;
  readonly #exceedsInt64: boolean[];

  constructor(declared: readonly Column[]) {
    this.#declared = declared;
    this.#seen = new Uint8Array(declared.length);
    this.#exceedsInt64 = declared.map(() => false);
  }

  /** The row to store: a number that is not finite is missing, because no format can write it. */
  see(row: readonly Cell[]): readonly Cell[] {
    let areFinite = true;
    const seen = this.#seen;
    for (let column = 0; column < seen.length; column++) {
      const cell = row[column] ?? null;
      seen[column] = (seen[column] ?? 0) | kindOf(cell);
      if (typeof cell === 'bigint' && !fitsInt64(cell)) this.#exceedsInt64[column] = true;
      if (typeof cell === 'number' && !Number.isFinite(cell)) areFinite = false;
    }
    return areFinite ? row : row.map(finite);
  }

  stored(names: readonly string[]): StoredColumn[] {
    return names.map((name, column) => ({
      name,
      type: this.#typeOf(column),
      needsNoEscaping: false,
      exceedsInt64: this.#exceedsInt64[column] === true,
    }));
  }

  #typeOf(column: number): ColumnType {
    const seen = this.#seen[column] ?? 0;
    const declared = this.#declared[column]?.type ?? 'any';
    if (declared !== 'any' && keepsTo(seen, declared)) return declared;
    if (seen === 0) return declared === 'any' ? 'string' : declared;
    return narrowing.find((type) => keepsTo(seen, type)) ?? 'any';
  }
}

function finite(cell: Cell): Cell {
  return typeof cell === 'number' && !Number.isFinite(cell) ? null : cell;
}

function keepsTo(seen: number, type: ColumnType): boolean {
  return (seen & ~kindsOfType[type]) === 0;
}

function kindOf(cell: Cell): number {
  if (typeof cell === 'string') return text;
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? integer : fraction;
  if (cell === null) return 0;
  if (typeof cell === 'bigint') return integer;
  return typeof cell === 'boolean' ? boolean : json;
}
