/**
 * Finds the type of every column of a CSV file over all its cells: numeric only if every non-empty cell is a
 * plainly written number, boolean only if every one is `true` or `false` in any case, else text. Empty cells,
 * quoted or not, do not count; a column without any other is text. A column may also be numeric with decimal
 * commas, if its file may have them (contract 1.3.9).
 */
import { fitsInt64 } from '../../base/int64.ts';
import type { StoredColumn } from '../../table/stored/table-layout.ts';
import { character, needsEscaping, notNumeric } from './characters.ts';
import { isDecimalCommaNumber, isFiniteNumber, isShortestForm, numberShape } from './number.ts';
import { type CsvParser, quoting } from './parser.ts';

/** How numbers are written in a file; `either` where each column may have its own way. */
export type DecimalMark = 'point' | 'comma' | 'either';

/** What a warning about a column is made of. */
export interface ColumnNote {
  readonly mayBeDecimalComma: boolean;
  /** The first cell that makes it text. */
  readonly text: string;
  readonly line: number;
}

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
const maxNoteLength = 30;

export class CsvColumnTally {
  readonly #columns: readonly ColumnTally[];

  constructor(width: number, decimalMark: DecimalMark) {
    this.#columns = Array.from({ length: width }, () => new ColumnTally(decimalMark));
  }

  /** Counts the record that the parser read last. */
  add({ text, count, bits, starts, ends, line }: CsvParser): void {
    const columns = this.#columns;
    const last = Math.min(count, columns.length);
    for (let i = 0; i < last; i++) columns[i]?.add(text, starts[i] ?? 0, ends[i] ?? 0, bits[i] ?? 0, line);
  }

  /** Those in `text` are text, whatever their cells look like. */
  columns(names: readonly string[], text: ReadonlySet<string> = new Set()): StoredColumn[] {
    return this.#columns.map((column, i) => {
      const name = names[i] ?? '';
      return text.has(name) ? column.asText(name) : column.describe(name);
    });
  }

  notes(): ColumnNote[] {
    return this.#columns.map((column) => column.note());
  }
}

class ColumnTally {
  readonly #decimalMark: DecimalMark;
  #kind: Kind = kind.unknown;
  #marks = 0;
  #seen = 0;
  #mayBeDecimalComma = true;
  #firstText = '';
  #firstTextLine = 0;

  constructor(decimalMark: DecimalMark) {
    this.#decimalMark = decimalMark;
  }

  add(text: string, start: number, end: number, bits: number, line: number): void {
    this.#seen |= bits;
    if (start === end) return;
    if (this.#mayBeDecimalComma) this.#mayBeDecimalComma = isDecimalComma(text, start, end, bits);
    if (this.#kind === kind.text) return;
    const now =
      (bits & notNumeric) !== 0 ? this.#word(text, start, end) : this.#number(text, start, end, bits);
    this.#kind = together(this.#kind, now);
    if (this.#kind !== kind.text) return;
    this.#firstText = text.slice(start, Math.min(end, start + maxNoteLength));
    this.#firstTextLine = line;
  }

  asText(name: string): StoredColumn {
    const needsNoEscaping = (this.#seen & needsEscaping) === 0;
    return { name, type: 'string', needsNoEscaping, exceedsInt64: false };
  }

  describe(name: string): StoredColumn {
    if (this.#hasDecimalCommas()) {
      return { name, type: 'number', needsNoEscaping: false, exceedsInt64: false, decimal: 'comma' };
    }
    const isOtherwiseMeant = this.#kind === kind.number && this.#decimalMark === 'comma';
    const { type, escapedFor } = types[isOtherwiseMeant ? kind.text : this.#kind];
    const escaping = type === 'string' ? this.#seen & needsEscaping : this.#marks & escapedFor;
    const exceedsInt64 = type === 'integer' && (this.#marks & mark.exceedsInt64) !== 0;
    return { name, type, needsNoEscaping: escaping === 0, exceedsInt64 };
  }

  note(): ColumnNote {
    return {
      mayBeDecimalComma: this.#mayBeDecimalComma,
      text: this.#firstText,
      line: this.#firstTextLine,
    };
  }

  #hasDecimalCommas(): boolean {
    if (!this.#mayBeDecimalComma || this.#decimalMark === 'point') return false;
    if (this.#decimalMark === 'either') return (this.#seen & character.comma) !== 0;
    return this.#kind === kind.number || this.#kind === kind.text;
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

function isDecimalComma(text: string, start: number, end: number, bits: number): boolean {
  if ((bits & (character.text | needsEscaping)) !== 0) return false;
  const isShortInteger = (bits & ~quoting.quoted) === character.digit && end - start <= safeLength;
  return isShortInteger
    ? end - start === 1 || text.charCodeAt(start) !== zero
    : isDecimalCommaNumber(text.slice(start, end));
}

function together(before: Kind, now: Kind): Kind {
  if (before === kind.unknown || before === now) return now;
  return Math.max(before, now) <= kind.number ? kind.number : kind.text;
}
