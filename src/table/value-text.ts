/**
 * The text of a value in every format except CSV: written forms are converted to their value, so that `1.50` is
 * 1.5 and `TRUE` is true; a missing value or one that is not a number is null (contract 4.7.4).
 */
import { withDecimalPoint } from '../base/decimal-comma.ts';
import type { Cell, Column } from './table.ts';
import { plainForm } from './written-form.ts';

type FloatText = (value: number) => string;

type WrittenColumn = Pick<Column, 'type' | 'decimal' | 'form'>;

/** In a column of type `string` or `any`, a string is returned unchanged. */
export function valueText(
  column: WrittenColumn,
  floatText: FloatText = String,
): (cell: Cell) => string | null {
  const written = writtenText(column, floatText);
  return (cell) => (typeof cell === 'string' ? written(cell) : unwrittenText(cell, floatText));
}

function writtenText(
  { type, decimal, form }: WrittenColumn,
  floatText: FloatText,
): (text: string) => string | null {
  if (form !== undefined) return chosenText(plainForm(type, form), writtenText({ type }, floatText));
  if (type === 'boolean') return writtenBooleanText;
  if (type !== 'integer' && type !== 'number') return (text) => text;
  return decimal === 'comma'
    ? (text) => writtenNumberText(withDecimalPoint(text), floatText)
    : (text) => writtenNumberText(text, floatText);
}

function chosenText(
  plain: (written: string) => string | null,
  value: (plain: string) => string | null,
): (written: string) => string | null {
  return (written) => {
    const text = plain(written);
    return text === null ? null : value(text);
  };
}

function unwrittenText(cell: Exclude<Cell, string>, floatText: FloatText): string | null {
  if (cell === null) return null;
  if (typeof cell === 'number') return Number.isFinite(cell) ? floatText(cell) : null;
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** The shortest form that parses to the same number; an integer keeps all its digits at any length. */
function writtenNumberText(text: string, floatText: FloatText = String): string | null {
  if (text.length <= 16 && shortest.test(text)) return text;
  const value = Number(text);
  if (value === 0 && text.trim() === '') return null;
  if (Number.isSafeInteger(value)) return String(value);
  if (/^[+-]?\d+$/.test(text)) return String(BigInt(text));
  return Number.isFinite(value) ? floatText(value) : null;
}

/** Matches numbers of at most 15 digits that JavaScript would print unchanged, so that they are not parsed. */
const shortest = /^(?:0|-?[1-9]\d{0,14}|-?(?:0|[1-9]\d*)\.(?!00000)\d*[1-9])$/;

function writtenBooleanText(text: string): string | null {
  if (text === 'true' || text === 'false') return text;
  const word = text.toLowerCase();
  return word === 'true' || word === 'false' ? word : null;
}
