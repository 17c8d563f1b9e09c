/**
 * Finds the type of every column of a CSV file over all its cells: numeric only if every non-empty cell is a
 * plainly written number, boolean only if every one is `true` or `false` in any case, of dates only if every one is
 * written as ISO 8601 says, else text. Empty cells, quoted or not, do not count; a column without any other is
 * text. A column may also be numeric with decimal commas, if its file may have them (contract 1.3.9); not if one of its
 * cells may be thousands or a fraction and no other tells which. A type that was chosen decides (contract 1.3.10).
 */
import { fitsInt64 } from '../../base/int64.ts';
import { isoKind } from '../../base/written-date.ts';
import type { ColumnCorrection } from '../../table/stored/file-reading.ts';
import type { StoredColumn } from '../../table/stored/table-layout.ts';
import { character, needsEscaping, notNumeric } from './characters.ts';
import { type ChosenNote, ChosenTally, type NotedCell } from './chosen-tally.ts';
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
  readonly isEmpty: boolean;
  /** The first cell like `5.555`, which is 5555 with decimal commas, where no other cell tells whether it is. */
  readonly doubtful: NotedCell | undefined;
  /** Where the type was chosen. */
  readonly chosen: ChosenNote | undefined;
}

/** What the cells so far can be; the numeric kinds come first. */
const kind = { unknown: 0, integer: 1, number: 2, boolean: 3, date: 4, datetime: 5, text: 6 } as const;
type Kind = (typeof kind)[keyof typeof kind];

/** What makes a column need escaping, or exceed 64 bits. */
const mark = { minusZero: 1, notShortest: 2, otherCase: 4, exceedsInt64: 8 } as const;

const types = {
  [kind.unknown]: { type: 'string', escapedFor: 0 },
  [kind.integer]: { type: 'integer', escapedFor: mark.minusZero },
  [kind.number]: { type: 'number', escapedFor: mark.minusZero | mark.notShortest },
  [kind.boolean]: { type: 'boolean', escapedFor: mark.otherCase },
  [kind.date]: { type: 'date', escapedFor: 0 },
  [kind.datetime]: { type: 'datetime', escapedFor: 0 },
  [kind.text]: { type: 'string', escapedFor: 0 },
} as const;

/** So many characters can only be a safe integer. */
const safeLength = 15;
const zero = 0x30;
const maxNoteLength = 30;
/** `2026-12-31`, and with the time, a fraction and a zone. */
const shortestDate = 10;
const longestMoment = 35;
/** A point with three digits behind it and no comma: thousands, or a fraction. */
const oneGroup = /^-?[1-9]\d{0,2}\.\d{3}$/;

export class CsvColumnTally {
  readonly #columns: readonly ColumnTally[];

  /** `chosen`: what was said of each column. */
  constructor(
    width: number,
    decimalMark: DecimalMark,
    chosen: readonly (ColumnCorrection | undefined)[] = [],
  ) {
    this.#columns = Array.from({ length: width }, (_, at) => new ColumnTally(decimalMark, chosen[at]));
  }

  /** Counts the record that the parser read last. */
  add({ text, count, bits, starts, ends, line }: CsvParser): void {
    const columns = this.#columns;
    const last = Math.min(count, columns.length);
    for (let i = 0; i < last; i++) columns[i]?.add(text, starts[i] ?? 0, ends[i] ?? 0, bits[i] ?? 0, line);
  }

  columns(names: readonly string[]): StoredColumn[] {
    return this.#columns.map((column, i) => column.describe(names[i] ?? ''));
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
  #doubtful: NotedCell | undefined;
  /** A point of the column is known to stand between thousands. */
  #hasThousands = false;
  readonly #isKeptText: boolean;
  readonly #chosen: ChosenTally | undefined;

  constructor(decimalMark: DecimalMark, { type, form }: Partial<ColumnCorrection> = {}) {
    this.#decimalMark = decimalMark;
    this.#isKeptText = type === 'string';
    this.#chosen = type === undefined || type === 'string' ? undefined : new ChosenTally(type, form);
  }

  add(text: string, start: number, end: number, bits: number, line: number): void {
    this.#seen |= bits;
    if (start === end) return;
    this.#chosen?.add(text, start, end, line);
    if (this.#mayBeDecimalComma) this.#mayBeDecimalComma = this.#isDecimalComma(text, start, end, bits, line);
    if (this.#kind === kind.text) return;
    const now =
      (bits & notNumeric) !== 0 ? this.#word(text, start, end) : this.#number(text, start, end, bits);
    this.#kind = together(this.#kind, now);
    if (this.#kind !== kind.text) return;
    this.#firstText = text.slice(start, Math.min(end, start + maxNoteLength));
    this.#firstTextLine = line;
  }

  #asText(name: string): StoredColumn {
    const needsNoEscaping = (this.#seen & needsEscaping) === 0;
    return { name, type: 'string', needsNoEscaping, exceedsInt64: false };
  }

  describe(name: string): StoredColumn {
    if (this.#isKeptText) return this.#asText(name);
    if (this.#chosen) return this.#chosen.describe(name) ?? this.#asText(name);
    if (this.#hasDecimalCommas()) {
      return { name, type: 'number', needsNoEscaping: false, exceedsInt64: false, decimal: 'comma' };
    }
    const isOtherwiseMeant = this.#kind === kind.number && this.#decimalMark === 'comma';
    const { type, escapedFor } = types[isOtherwiseMeant ? kind.text : this.#kind];
    const isText = type === 'string' || type === 'date' || type === 'datetime';
    const escaping = isText ? this.#seen & needsEscaping : this.#marks & escapedFor;
    const exceedsInt64 = type === 'integer' && (this.#marks & mark.exceedsInt64) !== 0;
    return { name, type, needsNoEscaping: escaping === 0, exceedsInt64 };
  }

  note(): ColumnNote {
    return {
      mayBeDecimalComma: this.#mayBeDecimalComma,
      text: this.#firstText,
      line: this.#firstTextLine,
      isEmpty: this.#kind === kind.unknown,
      doubtful: this.#hasThousands || !this.#mayBeDecimalComma ? undefined : this.#doubtful,
      chosen: this.#chosen?.note(),
    };
  }

  #hasDecimalCommas(): boolean {
    if (!this.#mayBeDecimalComma || this.#decimalMark === 'point') return false;
    const isInDoubt = this.#doubtful !== undefined && !this.#hasThousands;
    if (this.#decimalMark === 'either') return (this.#seen & character.comma) !== 0 && !isInDoubt;
    return this.#kind === kind.number || this.#kind === kind.text;
  }

  #isDecimalComma(text: string, start: number, end: number, bits: number, line: number): boolean {
    if ((bits & (character.text | needsEscaping)) !== 0) return false;
    const isShortInteger = (bits & ~quoting.quoted) === character.digit && end - start <= safeLength;
    if (isShortInteger) return end - start === 1 || text.charCodeAt(start) !== zero;
    const written = text.slice(start, end);
    if (!isDecimalCommaNumber(written)) return false;
    if (oneGroup.test(written)) this.#doubtful ??= { text: written, line };
    else if (written.includes('.')) this.#hasThousands = true;
    return true;
  }

  #word(text: string, start: number, end: number): Kind {
    const length = end - start;
    if (length >= shortestDate && length <= longestMoment) return this.#date(text.slice(start, end));
    if (length > 5) return kind.text;
    const word = text.slice(start, end);
    if (word === 'true' || word === 'false') return kind.boolean;
    if (!/^(?:true|false)$/i.test(word)) return kind.text;
    this.#marks |= mark.otherCase;
    return kind.boolean;
  }

  #date(text: string): Kind {
    const found = isoKind(text);
    return found === undefined ? kind.text : kind[found];
  }

  #number(text: string, start: number, end: number, bits: number): Kind {
    if ((bits & character.numeric) === 0 && end - start <= safeLength) {
      return end - start > 1 && text.charCodeAt(start) === zero ? kind.text : kind.integer;
    }
    const shape = numberShape(text, start, end);
    if (shape === 'none')
      return end - start === shortestDate ? this.#date(text.slice(start, end)) : kind.text;
    if (!isFiniteNumber(text, start, end, shape)) return kind.text;
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
