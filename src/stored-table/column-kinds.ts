/**
 * The type of a column by the cells that were seen in it: what a source declares holds as long as every cell
 * keeps to it; otherwise, and where it declares `any`, the cells decide (1.3, 4.7).
 */
import type { Cell, Column, ColumnType } from '../table.ts';

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

  /** False when a number in it is not finite. */
  see(row: readonly Cell[]): boolean {
    let areFinite = true;
    const seen = this.#seen;
    for (let column = 0; column < seen.length; column++) {
      const cell = row[column] ?? null;
      seen[column] = (seen[column] ?? 0) | kindOf(cell);
      if (typeof cell === 'bigint' && BigInt.asIntN(64, cell) !== cell) this.#exceedsInt64[column] = true;
      if (typeof cell === 'number' && !Number.isFinite(cell)) areFinite = false;
    }
    return areFinite;
  }

  /** Whether it holds integers that no 64-bit integer can hold. */
  isWide(column: number): boolean {
    return this.#exceedsInt64[column] === true;
  }

  typeOf(column: number): ColumnType {
    const seen = this.#seen[column] ?? 0;
    const declared = this.#declared[column]?.type ?? 'any';
    if (declared !== 'any' && keepsTo(seen, declared)) return declared;
    if (seen === 0) return declared === 'any' ? 'string' : declared;
    return narrowing.find((type) => keepsTo(seen, type)) ?? 'any';
  }
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
