/**
 * Finds the type of every column of a CSV file over all its cells: numeric only if every non-empty cell is a
 * plainly written number, boolean only if every one is `true` or `false` in any case, else text. Empty cells,
 * quoted or not, do not count; a column without any other is text (1.3).
 */
import { fitsInt64 } from '../../int64.ts';
import type { StoredColumn } from '../../stored-table/table-layout.ts';
import { character, needsEscaping, notNumeric } from './characters.ts';
import { isFiniteNumber, isShortestForm, numberShape } from './number.ts';
import type { CsvParser } from './parser.ts';

/** What the cells so far can be; the numeric kinds come first. */
const kind = { unknown: 0, integer: 1, number: 2, boolean: 3, text: 4 } as const;
type Kind = (typeof kind)[keyof typeof kind];

/** What makes a column need escaping, or exceed 64 bits. */
const mark = { minusZero: 1, notShortest: 2, otherCase: 4, exceedsInt64: 8 } as const;

const types = {
  [kind.unknown]: { type: 'string', escapedFor: 0 },
  [kind.integer]: { type: 'integer', escapedFor: mark.minusZero },
  [kind.number]: { type: 'number', escapedFor: mark.minusZero | mark.notShortest },
  [kind.boolean]: { type: 'boolean', escapedFor: mark.otherCase },
  [kind.text]: { type: 'string', escapedFor: 0 },
} as const;

/** So many characters can only be a safe integer. */
const safeLength = 15;
const zero = 0x30;

export class CsvColumnTally {
  readonly #columns: readonly ColumnTally[];

  constructor(width: number) {
    this.#columns = Array.from({ length: width }, () => new ColumnTally());
  }

  /** Counts the record that the parser read last. */
  add({ text, count, bits, starts, ends }: CsvParser): void {
    const columns = this.#columns;
    const last = Math.min(count, columns.length);
    for (let i = 0; i < last; i++) columns[i]?.add(text, starts[i] ?? 0, ends[i] ?? 0, bits[i] ?? 0);
  }

  columns(names: readonly string[]): StoredColumn[] {
    return this.#columns.map((column, i) => column.describe(names[i] ?? ''));
  }
}

class ColumnTally {
  #kind: Kind = kind.unknown;
  #marks = 0;
  #seen = 0;

  add(text: string, start: number, end: number, bits: number): void {
    this.#seen |= bits;
    if (this.#kind === kind.text || start === end) return;
    const now =
      (bits & notNumeric) !== 0 ? this.#word(text, start, end) : this.#number(text, start, end, bits);
    this.#kind = together(this.#kind, now);
  }

  describe(name: string): StoredColumn {
    const { type, escapedFor } = types[this.#kind];
    const escaping = type === 'string' ? this.#seen & needsEscaping : this.#marks & escapedFor;
    const exceedsInt64 = type === 'integer' && (this.#marks & mark.exceedsInt64) !== 0;
    return { name, type, needsNoEscaping: escaping === 0, exceedsInt64 };
  }

  #word(text: string, start: number, end: number): Kind {
    if (end - start > 5) return kind.text;
    const word = text.slice(start, end);
    if (word === 'true' || word === 'false') return kind.boolean;
    if (!/^(?:true|false)$/i.test(word)) return kind.text;
    this.#marks |= mark.otherCase;
    return kind.boolean;
  }

  #number(text: string, start: number, end: number, bits: number): Kind {
    if ((bits & character.numeric) === 0 && end - start <= safeLength) {
      return end - start > 1 && text.charCodeAt(start) === zero ? kind.text : kind.integer;
    }
    const shape = numberShape(text, start, end);
    if (shape === 'none' || !isFiniteNumber(text, start, end, shape)) return kind.text;
    if ((this.#marks & mark.notShortest) === 0 && !isShortestForm(text, start, end, shape)) {
      this.#marks |= mark.notShortest;
    }
    if (shape !== 'integer') return kind.number;
    if (end - start > safeLength)
      this.#marks |= fitsInt64(BigInt(text.slice(start, end))) ? 0 : mark.exceedsInt64;
    // Of the integers written in this few characters only `-0` has a zero after a sign.
    else if (text.charCodeAt(start + 1) === zero) this.#marks |= mark.minusZero;
    return kind.integer;
  }
}

function together(before: Kind, now: Kind): Kind {
  if (before === kind.unknown || before === now) return now;
  return Math.max(before, now) <= kind.number ? kind.number : kind.text;
}
