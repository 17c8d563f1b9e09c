/**
 * How the cells of a column are written whose type its owner has chosen. They stay as they are in CSV; everywhere else
 * they are their value, in its plain form, and a cell that does not fit the type is missing (contract 1.3.10).
 */
import { plainDate, plainDateTime } from '../base/written-date.ts';
import { plainNumber } from '../base/written-number.ts';
import type { ColumnType, WrittenForm } from './table.ts';

export const chosenTypes = ['string', 'integer', 'number', 'boolean', 'date', 'datetime'] as const;
export type ChosenType = (typeof chosenTypes)[number];

export const writtenForms = [
  'decimal point',
  'decimal comma',
  'year first',
  'day first',
  'month first',
  'words',
] as const satisfies readonly WrittenForm[];

/** In which ways the cells may be written; the first one counts where several make no difference. */
export const formsOfType: Readonly<Record<ChosenType, readonly WrittenForm[]>> = {
  string: [],
  integer: ['decimal point', 'decimal comma'],
  number: ['decimal point', 'decimal comma'],
  boolean: ['words'],
  date: ['year first', 'day first', 'month first'],
  datetime: ['year first', 'day first', 'month first'],
};

type PlainForm = (written: string) => string | null;

/** The plain form of a cell; null for one that does not fit. */
export function plainForm(type: ColumnType, form: WrittenForm): PlainForm {
  if (form === 'words') return plainBoolean;
  if (form === 'decimal comma' || form === 'decimal point') {
    const mark = form === 'decimal comma' ? 'comma' : 'point';
    return type === 'integer'
      ? (written) => wholeNumber(plainNumber(written, mark))
      : (written) => plainNumber(written, mark);
  }
  const order = form === 'year first' ? 'year' : form === 'day first' ? 'day' : 'month';
  return (written) => (type === 'date' ? plainDate(written, order) : plainDateTime(written, order));
}

function wholeNumber(plain: string | null): string | null {
  if (plain === null) return null;
  const [, whole] = /^(-?\d+)(?:\.0+)?$/.exec(plain) ?? [];
  return whole === undefined ? null : whole.replace(/^-0$/, '0');
}

const words = new Map([
  ...['true', 'yes', 'y', 't', '1'].map((word) => [word, 'true'] as const),
  ...['false', 'no', 'n', 'f', '0'].map((word) => [word, 'false'] as const),
]);

function plainBoolean(written: string): string | null {
  return words.get(written.trim().toLowerCase().slice(0, 6)) ?? null;
}
