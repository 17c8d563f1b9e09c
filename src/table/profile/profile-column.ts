/**
 * The profile of one column, cell by cell. As long as it has few values, only these are counted, and what is to be said of
 * them is found at the end; a column with more of them is looked at cell by cell from then on.
 */
import { cutText } from '../../base/cut-text.ts';
import type { Cell, Column } from '../table.ts';
import { valueText } from '../value-text.ts';
import { NumberSpread } from './number-spread.ts';
import type { ColumnProfile } from './table-profile.ts';
import { TextRange } from './text-range.ts';
import { type Counted, type CountsBound, ValueCounts } from './value-counts.ts';

const topValues = 5;
/** In characters, of what is shown. */
const longestShown = 100;

export class ProfiledColumn {
  readonly #column: Column;
  readonly #counts: ValueCounts;
  readonly #textOf: (cell: Cell) => string | null;
  readonly #spread: NumberSpread | undefined;
  readonly #range: TextRange | undefined;
  #filled = 0;
  /** Before some were let go. */
  #distinct = 0;

  constructor(column: Column, bound: CountsBound) {
    const { type } = column;
    this.#column = column;
    this.#counts = new ValueCounts(bound);
    this.#textOf = valueText(column);
    const isNumber = type === 'integer' || type === 'number';
    const isOrdered = type === 'string' || type === 'date' || type === 'datetime';
    this.#spread = isNumber ? new NumberSpread(type === 'integer') : undefined;
    this.#range = isOrdered ? new TextRange() : undefined;
  }

  add(cell: Cell): void {
    if (cell === null || cell === '') return;
    if (this.#counts.isFull) {
      this.#observe(this.#textOf(cell), 1);
      this.#count(cell);
      return;
    }
    const counted = this.#count(cell);
    if (counted?.isValue) this.#observe(this.#textOf(cell), 1);
    if (counted) return;
    this.#settle(this.#values());
    this.#counts.fill();
    this.#observe(this.#textOf(cell), 1);
  }

  /** When all cells have been added. */
  profile(): ColumnProfile {
    const values = this.#values();
    if (!this.#counts.isFull) this.#settle(values);
    const { name, type } = this.#column;
    const { smallest, largest } = this.#spread ?? this.#range ?? noRange;
    return {
      name,
      type,
      filled: this.#filled,
      distinct: this.#distinct,
      isExact: !this.#counts.isFull,
      smallest: smallest === undefined ? null : cutText(smallest, longestShown),
      largest: largest === undefined ? null : cutText(largest, longestShown),
      average: this.#spread?.average ?? null,
      top: topOf(values),
      bars: this.#spread?.bars() ?? [],
    };
  }

  #count(cell: Exclude<Cell, null>): Counted | undefined {
    return typeof cell === 'string'
      ? this.#counts.add(cell, false)
      : this.#counts.add(this.#textOf(cell) ?? '', true);
  }

  /** The values that were counted: `1.50` and `1.5` are one. */
  #values(): Counted[] {
    const written = new Map<string, Counted>();
    const values: Counted[] = [];
    for (const counted of this.#counts.values()) {
      const text = counted.isValue ? counted.text : this.#textOf(counted.text);
      if (text === null || text === '') continue;
      const known = counted.isValue ? undefined : written.get(text);
      if (known) {
        known.count += counted.count;
        continue;
      }
      const value = { ...counted, text };
      values.push(value);
      if (!counted.isValue) written.set(text, value);
    }
    return values;
  }

  /** What was only counted so far. */
  #settle(values: readonly Counted[]): void {
    this.#distinct = values.length;
    for (const { text, isValue, count } of values) if (!isValue) this.#observe(text, count);
    this.#spread?.begin(values);
  }

  #observe(text: string | null, count: number): void {
    if (text === null || text === '') return;
    this.#filled += count;
    this.#spread?.add(text, count);
    this.#range?.add(text);
  }
}

const noRange = { smallest: undefined, largest: undefined };

/** Of equals the smallest text first, so that it is always the same. */
function topOf(values: readonly Counted[]): ColumnProfile['top'] {
  const top = values.toSorted((one, other) => other.count - one.count || (one.text < other.text ? -1 : 1));
  return top.slice(0, topValues).map(({ text, count }) => ({ value: cutText(text, longestShown), count }));
}
