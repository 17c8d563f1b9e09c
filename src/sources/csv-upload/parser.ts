/**
 * Splits CSV text into records, as the text arrives: quoted cells with doubled quotes and line breaks, LF,
 * CRLF and CR as line ends, a last line without one. Lenient where nothing is lost by it: a quote inside an
 * unquoted cell is an ordinary character, and text after a closing quote belongs to the cell (contract 1.3.7).
 */
import { inputRefused, type RefusedError } from '../../errors/refused-error.ts';
import { undoubleQuotes } from '../../table/stored/csv-text.ts';
import { character, characterTable, needsEscaping } from './characters.ts';
import { type CsvLimits, inMegabytes } from './limits.ts';

const quote = 0x22;
const lineFeed = 0x0a;

/** How a cell is quoted, beside the bits of its characters. */
export const quoting = {
  quoted: 256,
  /** Text follows the closing quote; start and end include the quotes. */
  irregular: 512,
} as const;

export class CsvParser {
  /** The record read last: `count` cells in `text`, each from `starts` to `ends`, with the bits of its characters. */
  text = '';
  count = 0;
  starts: Int32Array;
  ends: Int32Array;
  bits: Uint16Array;
  /** The bits of all its cells together. */
  allBits = 0;
  /** The line of the file on which it begins, from 1. */
  line = 0;

  readonly #characters: Uint8Array;
  readonly #delimiter: number;
  readonly #limits: Pick<CsvLimits, 'maxColumns' | 'maxRecordLength'>;
  #at = 0;
  #waiting: string[] = [];
  #waitingLength = 0;
  #final = false;
  /** The text read so far holds no further whole record. */
  #starved = true;
  #nextLine: number;
  #quotedEnd = 0;
  #quotedBits = 0;

  /** `firstLine`: the line of the file with which the text begins. */
  constructor(delimiter: string, limits: Pick<CsvLimits, 'maxColumns' | 'maxRecordLength'>, firstLine = 1) {
    this.#nextLine = firstLine;
    this.#characters = characterTable(delimiter);
    this.#delimiter = delimiter === '' ? -1 : delimiter.charCodeAt(0);
    this.#limits = limits;
    const usual = Math.min(64, limits.maxColumns);
    this.starts = new Int32Array(usual);
    this.ends = new Int32Array(usual);
    this.bits = new Uint16Array(usual);
  }

  push(text: string): void {
    this.#waiting.push(text);
    this.#waitingLength += text.length;
  }

  /** No more text will come: what is left is the last record. */
  end(): void {
    this.#final = true;
    this.#starved = false;
  }

  /** Reads the next record; false when that needs more text, or at the end. */
  next(): boolean {
    while (!this.#starved || this.#takeWaiting()) {
      if (this.#readRecord()) return true;
      this.#starved = true;
    }
    return false;
  }

  /** The text of one cell of the record. */
  value(cell: number): string {
    const raw = this.text.slice(this.starts[cell], this.ends[cell]);
    const bits = this.bits[cell] ?? 0;
    if (bits & quoting.irregular) return unquoteIrregular(raw);
    return (bits & quoting.quoted) !== 0 && (bits & character.quote) !== 0 ? undoubleQuotes(raw) : raw;
  }

  /**
   * A record that was not whole is read again from its start, so as much text again is gathered first: the
   * work stays in proportion to the length of the file, however long its records are.
   */
  #takeWaiting(): boolean {
    const rest = this.text.length - this.#at;
    const { maxRecordLength } = this.#limits;
    if (rest > maxRecordLength) throw tooLong(this.#nextLine, maxRecordLength);
    if (this.#waitingLength === 0) return false;
    const enough = this.#final || this.#waitingLength >= rest || rest + this.#waitingLength > maxRecordLength;
    if (!enough) return false;
    // `join` makes a flat text, whose characters are quicker to reach than those of a `+`.
    this.text = [this.text.slice(this.#at), ...this.#waiting].join('');
    this.#at = 0;
    this.#waiting = [];
    this.#waitingLength = 0;
    this.#starved = false;
    return true;
  }

  #readRecord(): boolean {
    const text = this.text;
    const characters = this.#characters;
    let at = this.#at;
    if (at >= text.length) return false;
    let count = 0;
    let allBits = 0;
    this.line = this.#nextLine;
    for (;;) {
      let start = at;
      let end: number;
      let bits = 0;
      if (at < text.length && text.charCodeAt(at) === quote) {
        at = this.#readQuoted(at);
        if (at === -1) return false;
        bits = this.#quotedBits;
        end = this.#quotedEnd;
        if ((bits & quoting.irregular) === 0) start++;
      } else {
        for (; at < text.length; at++) {
          const its = characters[text.charCodeAt(at)] ?? 0;
          if (its >= character.stop) break;
          bits |= its;
        }
        end = at;
      }
      if (count === this.starts.length) this.#widen();
      this.starts[count] = start;
      this.ends[count] = end;
      this.bits[count] = bits;
      allBits |= bits;
      count++;
      if (at >= text.length) {
        if (!this.#isLastText()) return false;
        break;
      }
      if (text.charCodeAt(at) !== this.#delimiter) {
        at = this.#afterLineEnd(at);
        if (at === -1) return false;
        break;
      }
      at++;
    }
    if (at - this.#at > this.#limits.maxRecordLength) throw tooLong(this.line, this.#limits.maxRecordLength);
    this.#nextLine +=
      1 + (allBits & character.lineBreak ? lineBreaks(text.slice(this.#at, this.ends[count - 1])) : 0);
    this.#at = at;
    this.count = count;
    this.allBits = allBits;
    return true;
  }

  /** Leaves the end of the content and its bits in fields; returns the position after the cell, or -1 if it is not whole. */
  #readQuoted(start: number): number {
    const text = this.text;
    const characters = this.#characters;
    let at = start + 1;
    let bits: number = quoting.quoted;
    for (;;) {
      for (; at < text.length; at++) {
        const its = characters[text.charCodeAt(at)] ?? 0;
        if (its & character.quote) break;
        bits |= its;
      }
      if (at + 1 >= text.length && !this.#isLastText()) return -1;
      if (at >= text.length) throw this.#unclosed(start);
      if (at + 1 >= text.length || text.charCodeAt(at + 1) !== quote) break;
      bits |= character.quote;
      at += 2;
    }
    this.#quotedBits = bits & ~character.stop;
    this.#quotedEnd = at;
    at++;
    const regular = at >= text.length || (characters[text.charCodeAt(at)] ?? 0) >= character.stop;
    return regular ? at : this.#readIrregular(at);
  }

  #readIrregular(start: number): number {
    let at = start;
    while (at < this.text.length && (this.#characters[this.text.charCodeAt(at)] ?? 0) < character.stop) at++;
    this.#quotedBits = quoting.quoted | quoting.irregular | character.text | needsEscaping;
    this.#quotedEnd = at;
    return at;
  }

  #isLastText(): boolean {
    return this.#final && this.#waitingLength === 0;
  }

  #afterLineEnd(at: number): number {
    const text = this.text;
    if (text.charCodeAt(at) === lineFeed) return at + 1;
    if (at + 1 >= text.length) return this.#isLastText() ? at + 1 : -1;
    return text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1;
  }

  #widen(): void {
    if (this.starts.length >= this.#limits.maxColumns) throw tooWide(this.line, this.#limits.maxColumns);
    const length = Math.min(2 * this.starts.length, this.#limits.maxColumns);
    this.starts = widened(this.starts, new Int32Array(length));
    this.ends = widened(this.ends, new Int32Array(length));
    this.bits = widened(this.bits, new Uint16Array(length));
  }

  #unclosed(at: number): RefusedError {
    const line = this.line + lineBreaks(this.text.slice(this.#at, at));
    return inputRefused(
      `The quote that opens on line ${line} is never closed. Close it, or double every quote that belongs to the text ("").`,
    );
  }
}

/** Whether the record read last is a line with nothing on it, not even quotes. */
export function isBlankLine({ count, allBits, starts, ends }: CsvParser): boolean {
  return count === 1 && allBits === 0 && starts[0] === ends[0];
}

function widened<Cells extends Int32Array | Uint16Array>(from: Cells, to: Cells): Cells {
  to.set(from);
  return to;
}

/** `"a ""b"" c"d` is the text a "b" cd. */
function unquoteIrregular(raw: string): string {
  let close = raw.indexOf('"', 1);
  while (raw.charCodeAt(close + 1) === quote) close = raw.indexOf('"', close + 2);
  return undoubleQuotes(raw.slice(1, close)) + raw.slice(close + 1);
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

function tooLong(line: number, maxRecordLength: number): RefusedError {
  return inputRefused(
    `The row that begins on line ${line} is longer than ${inMegabytes(maxRecordLength)}. A quote in it is probably never closed: close it, or double every quote that belongs to the text ("").`,
  );
}

function tooWide(line: number, maxColumns: number): RefusedError {
  return inputRefused(
    `Line ${line} has more than ${maxColumns.toLocaleString('en')} columns, the most that a file can have. Leave out columns that are not needed, or turn rows and columns round.`,
  );
}
