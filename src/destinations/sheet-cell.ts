/**
 * One cell for a Google sheet: numbers and booleans as such, everything else as a string. A missing value is the
 * empty string, because null would leave the old value in the cell. An integer that a sheet cannot represent exactly
 * is sent as a string (contract 4.6.13).
 */
import { withDecimalPoint } from '../base/decimal-comma.ts';
import type { Cell, Column, ColumnType } from '../table/table.ts';
import { plainForm } from '../table/written-form.ts';

type SheetCell = string | number | boolean;

/** In a number, boolean or json column, a string is the written form of a value (see `table.ts`). */
export function sheetCell({
  type,
  decimal,
  form,
}: Pick<Column, 'type' | 'decimal' | 'form'>): (cell: Cell) => SheetCell {
  const usual = decimal === 'comma' ? decimalCommaNumber : writtenForms[type];
  const written = form === undefined ? usual : chosenForm(plainForm(type, form), writtenForms[type]);
  return (cell) => (typeof cell === 'string' ? written(cell) : unwritten(cell));
}

function chosenForm(
  plain: (written: string) => string | null,
  value: (plain: string) => SheetCell,
): (written: string) => SheetCell {
  return (written) => {
    const text = plain(written);
    return text === null ? '' : value(text);
  };
}

const writtenForms: Readonly<Record<ColumnType, (text: string) => SheetCell>> = {
  string: (text) => text.toWellFormed(),
  any: (text) => text.toWellFormed(),
  json: (text) => text.toWellFormed(),
  integer: writtenNumber,
  number: writtenNumber,
  boolean: writtenBoolean,
  date: (text) => text.toWellFormed(),
  datetime: (text) => text.toWellFormed(),
};

function unwritten(cell: Exclude<Cell, string>): SheetCell {
  if (cell === null) return '';
  if (typeof cell === 'number') return numberCell(cell);
  if (typeof cell === 'bigint') return integerCell(cell);
  return typeof cell === 'boolean' ? cell : JSON.stringify(cell);
}

function writtenNumber(text: string): SheetCell {
  if (text.trim() === '') return '';
  return /^[+-]?\d{16,}$/.test(text) ? integerCell(BigInt(text)) : numberCell(Number(text));
}

function decimalCommaNumber(text: string): SheetCell {
  return writtenNumber(withDecimalPoint(text));
}

function writtenBoolean(text: string): SheetCell {
  const word = text.toLowerCase();
  return word === 'true' || (word === 'false' ? false : '');
}

function integerCell(value: bigint): SheetCell {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** From 10^21 on, JavaScript prints a number in exponential notation. */
function numberCell(value: number): SheetCell {
  if (!Number.isFinite(value)) return '';
  const isLongInteger = Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21;
  return isLongInteger ? String(value) : value;
}
