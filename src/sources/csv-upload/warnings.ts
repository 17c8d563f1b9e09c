/**
 * What may not be meant as it was understood, for the person who uploaded the file: the reason with an example, and
 * what to do about it.
 */
import type { StoredTable } from '../../table/stored/stored-table.ts';
import type { Cell, Row } from '../../table/table.ts';
import type { ColumnNote } from './column-tally.ts';
import { looksLikeNumber } from './number.ts';

interface ReadColumns {
  readonly header: readonly string[];
  readonly hasTitleLine: boolean;
  readonly table: StoredTable;
  /** One for each column of the table. */
  readonly notes: readonly ColumnNote[];
  /** Columns that are meant as text. */
  readonly text: ReadonlySet<string>;
}

/** The rows that are looked at again; a batch may be one long row. */
const sampleRows = 1_000;
const sampleBatches = 4;
const numberLikeShare = 0.8;
/** Of columns; a file may have thousands. */
const maxWarnings = 10;

export async function csvWarnings(read: ReadColumns): Promise<string[]> {
  const rows = await firstRows(read.table);
  const columns = columnWarnings(read, rows);
  const more = columns.length - maxWarnings;
  return [
    ...titleWarning(read, rows),
    ...columns.slice(0, maxWarnings),
    ...(more > 0 ? [`${more} more columns look like numbers but are text, or may be meant otherwise.`] : []),
  ];
}

async function firstRows({ batches }: StoredTable): Promise<Row[]> {
  const rows: Row[] = [];
  let read = 0;
  for await (const batch of batches) {
    rows.push(...batch.slice(0, sampleRows - rows.length));
    read += 1;
    if (rows.length === sampleRows || read === sampleBatches) break;
  }
  return rows;
}

function titleWarning({ header, hasTitleLine }: ReadColumns, rows: readonly Row[]): string[] {
  const [first = '', ...others] = header;
  const isAlone = first !== '' && others.length > 0 && others.every((name) => name.trim() === '');
  const isWider = rows
    .slice(0, 5)
    .some((row) => row.filter((cell) => cell !== null && cell !== '').length > 1);
  if (!hasTitleLine && !(isAlone && isWider)) return [];
  return [
    `The first line, ${quoted(first)}, looks like a title above the table, but its cells became the column names. If it is one, remove it and publish the file again.`,
  ];
}

function columnWarnings({ table, notes, text }: ReadColumns, rows: readonly Row[]): string[] {
  const hasDecimalCommas = table.columns.some(({ decimal }) => decimal === 'comma');
  return table.columns.flatMap(({ name, type, decimal }, at) => {
    const note = notes[at];
    if (!note || text.has(name)) return [];
    if (type === 'string' && isNumberLike(rows, at)) return [numberLikeWarning(name, note)];
    const isDoubtful = hasDecimalCommas && type === 'number' && !decimal && note.mayBeDecimalComma;
    return isDoubtful ? [ambiguousWarning(name, rows, at)] : [];
  });
}

function isNumberLike(rows: readonly Row[], column: number): boolean {
  const cells = rows.flatMap((row) => textOf(row[column] ?? null) ?? []);
  const numberLike = cells.filter((cell) => looksLikeNumber(cell)).length;
  return numberLike > 0 && numberLike >= numberLikeShare * cells.length;
}

function textOf(cell: Cell): string | undefined {
  return typeof cell === 'string' && cell !== '' ? cell : undefined;
}

function numberLikeWarning(name: string, { mayBeDecimalComma, text, line }: ColumnNote): string {
  const remedy = mayBeDecimalComma
    ? 'If the comma is the decimal mark there, read the file with that decimal mark (--decimal comma).'
    : 'For a column of numbers, use plain numbers, or leave cells empty.';
  return `The column ${quoted(name)} looks like numbers but is text, because of ${quoted(text)} on line ${line}. ${remedy}`;
}

function ambiguousWarning(name: string, rows: readonly Row[], column: number): string {
  const example = rows.map((row) => textOf(row[column] ?? null)).find((cell) => cell?.includes('.')) ?? '';
  return `The column ${quoted(name)} is read with decimal points (${quoted(example)} is a fraction), other columns with decimal commas. If its points stand between thousands, read the file with the decimal mark comma (--decimal comma).`;
}

const maxQuoteLength = 60;

function quoted(text: string): string {
  return JSON.stringify(text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text);
}
