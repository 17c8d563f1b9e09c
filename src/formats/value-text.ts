/**
 * The text of a value as every format but CSV shows it: written forms become the value they stand for, so
 * that `1.50` is 1.5 and `TRUE` is true in all of them; what is missing or not a number is null (4.7).
 */
import type { Cell, ColumnType } from '../table.ts';

/** For a column of type `string` or `any` a string is its own text. */
export function valueText(type: ColumnType): (cell: Cell) => string | null {
  return valueTexts[type];
}

const valueTexts: Readonly<Record<ColumnType, (cell: Cell) => string | null>> = {
  string: (cell) => (typeof cell === 'string' ? cell : unwrittenText(cell)),
  any: (cell) => (typeof cell === 'string' ? cell : unwrittenText(cell)),
  json: (cell) => (typeof cell === 'string' ? cell : unwrittenText(cell)),
  integer: (cell) => (typeof cell === 'string' ? writtenNumberText(cell) : unwrittenText(cell)),
  number: (cell) => (typeof cell === 'string' ? writtenNumberText(cell) : unwrittenText(cell)),
  boolean: (cell) => (typeof cell === 'string' ? writtenBooleanText(cell) : unwrittenText(cell)),
};

function unwrittenText(cell: Exclude<Cell, string>): string | null {
  if (cell === null) return null;
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : null;
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** The shortest form that reads back as the same number; an integer keeps every digit however long it is. */
export function writtenNumberText(text: string): string | null {
  if (text.length <= 16 && shortest.test(text)) return text;
  const value = Number(text);
  if (value === 0 && text.trim() === '') return null;
  if (Number.isSafeInteger(value)) return String(value);
  if (/^[+-]?\d+$/.test(text)) return String(BigInt(text));
  return Number.isFinite(value) ? String(value) : null;
}

/** What JavaScript itself would write for a number of at most 15 digits; saves reading and writing it. */
const shortest = /^(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d*)\.(?!00000)\d*[1-9])$/;

function writtenBooleanText(text: string): string | null {
  if (text === 'true' || text === 'false') return text;
  const word = text.toLowerCase();
  return word === 'true' || word === 'false' ? word : null;
}
