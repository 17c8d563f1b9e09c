/**
 * What of the columns of a file may not be meant as it was read, for the person who uploaded it: the reason with an
 * example, and what can be chosen instead.
 */
import { counted } from '../../base/counted.ts';
import type { ColumnCorrection, FileWarning } from '../../table/stored/file-reading.ts';
import type { StoredTable } from '../../table/stored/stored-table.ts';
import type { Cell, Column, Row, WrittenForm } from '../../table/table.ts';
import type { ColumnNote, DecimalMark } from './column-tally.ts';
import { looksLikeNumber } from './number.ts';
import { offerOf } from './offers.ts';
import { quoted } from './quoted-text.ts';

interface ReadColumns {
  readonly table: StoredTable;
  /** Of the columns, in the file. */
  readonly originals: readonly string[];
  /** One for each column of the table. */
  readonly notes: readonly ColumnNote[];
  readonly decimalMark: DecimalMark;
  /** What was said of each. */
  readonly chosen: readonly (ColumnCorrection | undefined)[];
  readonly rows: readonly Row[];
}

/** The rows that are looked at again; a batch may be one long row. */
const sampleRows = 1_000;
const sampleBatches = 4;
const numberLikeShare = 0.8;
/** Of columns; a file may have thousands. */
const maxWarnings = 10;

export async function firstRows({ batches }: StoredTable): Promise<Row[]> {
  const rows: Row[] = [];
  let read = 0;
  for await (const batch of batches) {
    rows.push(...batch.slice(0, sampleRows - rows.length));
    read += 1;
    if (rows.length === sampleRows || read === sampleBatches) break;
  }
  return rows;
}

export function columnWarnings(read: ReadColumns): FileWarning[] {
  const all = read.table.columns.flatMap((column, at) => {
    const note = read.notes[at];
    return note ? warningsOf(read, { column, note, at }) : [];
  });
  const more = all.length - maxWarnings;
  return [
    ...emptyColumns(read),
    ...all.slice(0, maxWarnings),
    ...(more > 0
      ? [warning(`${more} more columns look like numbers but are text, or may be meant otherwise.`)]
      : []),
  ];
}

function warning(text: string, ...fixes: FileWarning['fixes']): FileWarning {
  return { text, about: 'columns', fixes };
}

interface ReadColumn {
  readonly column: Column;
  readonly note: ColumnNote;
  readonly at: number;
}

function warningsOf(read: ReadColumns, { column, note, at }: ReadColumn): FileWarning[] {
  const original = read.originals[at] ?? column.name;
  const { name, type } = column;
  if (note.chosen) return chosenWarnings(column, original, note.chosen);
  if (read.chosen[at]?.type !== undefined) return [];
  const isComma = column.decimal === 'comma';
  if (note.doubtful && !isComma && read.decimalMark === 'either')
    return [doubtfulWarning(column, original, note.doubtful)];
  if (type !== 'string') return [];
  const cells = read.rows.flatMap((row) => textOf(row[at] ?? null) ?? []);
  const offer = offerOf(cells, original);
  if (isNumberLike(cells))
    return [numberLikeWarning(name, note, offer?.type === 'number' ? offer.fixes : [])];
  if (offer?.type !== 'date' && offer?.type !== 'datetime') return [];
  const text = `The column ${quoted(name)} looks like dates (${quoted(offer.example)}). It stays text.`;
  return [{ text, about: 'columns', fixes: offer.fixes }];
}

function emptyColumns({ table, notes, rows }: ReadColumns): FileWarning[] {
  const empty = table.columns.filter((_, at) => notes[at]?.isEmpty).map(({ name }) => name);
  if (empty.length === 0 || rows.length === 0) return [];
  const shown = empty.slice(0, 3).map(quoted).join(', ');
  const more = empty.length > 3 ? ` and ${empty.length - 3} more` : '';
  return [warning(`${empty.length === 1 ? 'This column is' : 'These columns are'} empty: ${shown}${more}.`)];
}

function isNumberLike(cells: readonly string[]): boolean {
  const numberLike = cells.filter((cell) => looksLikeNumber(cell)).length;
  return numberLike > 0 && numberLike >= numberLikeShare * cells.length;
}

function textOf(cell: Cell): string | undefined {
  return typeof cell === 'string' && cell !== '' ? cell : undefined;
}

function numberLikeWarning(
  name: string,
  { mayBeDecimalComma, text, line }: ColumnNote,
  fixes: FileWarning['fixes'],
): FileWarning {
  const because = `The column ${quoted(name)} looks like numbers but is text, because of ${quoted(text)} on line ${line}.`;
  if (!mayBeDecimalComma) return warning(`${because} Use plain numbers, or leave the cell empty.`, ...fixes);
  const comma = { label: 'The comma is the decimal mark', choices: { decimal: 'comma' as const } };
  const others = fixes.filter(({ choices }) => choices.columns?.[0]?.form === 'decimal point');
  return warning(`${because} Is the comma the decimal mark?`, comma, ...others);
}

const decimalLabels = {
  'decimal comma': 'The comma is the decimal mark',
  'decimal point': 'The point is the decimal mark',
} as const;

function doubtfulWarning(
  { name, type }: Column,
  column: string,
  { text, line }: { readonly text: string; readonly line: number },
): FileWarning {
  const thousands = text.replace('.', '');
  const both = `In the column ${quoted(name)}, ${quoted(text)} on line ${line} may be ${thousands} or ${Number(text)}.`;
  const fix = (form: keyof typeof decimalLabels): FileWarning['fixes'][number] => ({
    label: decimalLabels[form],
    choices: { columns: [{ column, type: 'number', form }] },
  });
  const keep = { label: 'Keep as text', choices: { columns: [{ column, type: 'string' as const }] } };
  if (type === 'string')
    return warning(`${both} The column stays text until you choose.`, fix('decimal comma'), keep);
  return warning(
    `${both} The column is read with decimal points (${quoted(text)} is a fraction).`,
    fix('decimal comma'),
    fix('decimal point'),
  );
}

const typeNames: Readonly<Record<string, readonly [string, string]>> = {
  integer: ['a whole number', 'whole numbers'],
  number: ['a number', 'numbers'],
  boolean: ['true or false', 'true or false'],
  date: ['a date', 'dates'],
  datetime: ['a date and time', 'dates and times'],
};

const formLabels: Readonly<Record<WrittenForm, string>> = {
  ...decimalLabels,
  'year first': 'The year comes first',
  'day first': 'The day comes first',
  'month first': 'The month comes first',
  words: 'As words',
};

function chosenWarnings(
  { name }: Column,
  column: string,
  { type, misfits, firstMisfit, forms, differing }: NonNullable<ColumnNote['chosen']>,
): FileWarning[] {
  if (forms.length > 0 && differing) {
    const text = `In the column ${quoted(name)}, ${quoted(differing.text)} on line ${differing.line} can be read in two ways. The column stays text until you choose.`;
    const fixes = forms.map((form) => ({
      label: formLabels[form],
      choices: { columns: [{ column, type, form }] },
    }));
    return [warning(text, ...fixes)];
  }
  if (misfits === 0 || !firstMisfit) return [];
  const [one, many] = typeNames[type] ?? ['', ''];
  const cells = counted(misfits, `cell is not ${one}`, `cells are not ${many}`);
  return [
    warning(
      `In the column ${quoted(name)}, ${cells} (first ${quoted(firstMisfit.text)} on line ${firstMisfit.line}): empty in every format but CSV.`,
      { label: 'Keep as text', choices: { columns: [{ column, type: 'string' }] } },
    ),
  ];
}
