/**
 * The columns of a table whose types hold already, so that a string in a column of numbers is the written form
 * of one (see `table.ts`): all that is left to find out is which integers 64 bits cannot hold (contract 4.7.4).
 */
import { fitsInt64 } from '../../base/int64.ts';
import type { Cell, Column } from '../table.ts';
import type { StoredColumn } from './table-layout.ts';

export class DeclaredColumns {
  readonly #columns: readonly Column[];
  readonly #exceedsInt64: boolean[];

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#exceedsInt64 = columns.map(() => false);
  }

  see(row: readonly Cell[]): readonly Cell[] {
    for (const [i, { type }] of this.#columns.entries()) {
      if (type === 'integer' && exceedsInt64(row[i] ?? null)) this.#exceedsInt64[i] = true;
    }
    return row;
  }

  stored(names: readonly string[]): StoredColumn[] {
    return this.#columns.map(({ type, needsNoEscaping = false, decimal }, i) => ({
      name: names[i] ?? '',
      type,
      needsNoEscaping,
      exceedsInt64: this.#exceedsInt64[i] === true,
      ...(decimal && { decimal }),
    }));
  }
}

function exceedsInt64(cell: Cell): boolean {
  return (typeof cell === 'string' || typeof cell === 'bigint') && !fitsInt64(BigInt(cell));
}
