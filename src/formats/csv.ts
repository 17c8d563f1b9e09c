/**
 * CSV: a header row, UTF-8 without a byte order mark, `\n` after every line, quotes only where needed, written forms
 * copied exactly. A missing value is an empty field and the empty string is `""`; in a table of one column both are
 * `""` and a blank string is quoted, because parsers skip blank lines (contract 4.7.4).
 */

import { uniqueNames } from '../base/unique-names.ts';
import { csvText, doubleQuotes, needsQuotes, onlyCsvCell } from '../table/stored/csv-text.ts';
import { fileBytes } from '../table/stored/file-bytes.ts';
import { type StoredRows, StoredTable } from '../table/stored/stored-table.ts';
import { rowsFile } from '../table/stored/table-layout.ts';
import type { Cell, Column, Row, Table } from '../table/table.ts';
import type { Format } from './format.ts';
import {
  type ColumnWriter,
  escapedParts,
  isLong,
  type RowLayout,
  rowPieces,
  rowWriter,
} from './row-pieces.ts';

export const csv: Format = {
  label: 'CSV',
  group: 'Text',
  layout:
    'A header row, then one line per row. UTF-8 without a byte order mark, lines end in `\\n`, quotes only where needed, a missing value is empty. Cells of an uploaded file come back exactly as they were written.',
  contentType: 'text/csv',
  extension: 'csv',
  disposition: 'attachment',
  isJson: false,
  isStored: (table) => table instanceof StoredTable && isStoredAsCsv(table),
  render: (table) =>
    table instanceof StoredTable && isStoredAsCsv(table)
      ? storedCsv(table.rows)
      : rowPieces(table.batches, csvLayout(table)),
};

/** A stored table holds its rows in exactly this form, and its header too unless a name is repeated. */
function isStoredAsCsv({ rows, columns }: StoredTable): boolean {
  if (rows.picked !== undefined || (rows.csv ?? rows.folder) === undefined) return false;
  return new Set(columns.map(({ name }) => name)).size === columns.length;
}

async function* storedCsv({ csv, folder }: StoredRows): AsyncGenerator<Uint8Array> {
  if (csv !== undefined) yield csv;
  else if (folder !== undefined) yield* fileBytes(rowsFile(folder));
}

function csvLayout(table: Table): RowLayout {
  const names = uniqueNames(table.columns.map((column) => column.name));
  const writers = table.columns.map(csvColumn);
  const writeRow = table.columns.length === 1 ? loneRow(writers) : rowWriter(writers, '', '\n');
  return { opening: csvHeader(names), separator: '', closing: '', writeRow };
}

function csvHeader(names: readonly string[]): string {
  if (names.length === 1) return loneCell(names);
  return `${names.map((name) => (name === '' ? '' : csvText(name))).join(',')}\n`;
}

/** A long cell is not blank, so that it is written as in any other table. */
function loneRow(columns: readonly ColumnWriter[]): RowLayout['writeRow'] {
  const writeRow = rowWriter(columns, '', '\n');
  return (row) => (isLong(row[0] ?? null) ? writeRow(row) : loneCell(row));
}

function loneCell(row: Row): string {
  return `${onlyCsvCell(csvCell(row[0] ?? null))}\n`;
}

function csvColumn(column: Column, at: number): ColumnWriter {
  const open = at === 0 ? '' : ',';
  const number = column.type === 'integer' || column.type === 'number' || column.type === 'boolean';
  return {
    open,
    close: '',
    copied: number && column.needsNoEscaping === true,
    value: csvCell,
    other: () => open,
    parts: (text) => longCell(open, text),
  };
}

function* longCell(open: string, text: string): Generator<string> {
  const quote = needsQuotes.test(text) ? '"' : '';
  yield open + quote;
  yield* escapedParts(text, doubleQuotes);
  yield quote;
}

function csvCell(cell: Cell): string {
  if (typeof cell === 'string') return csvText(cell);
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  return typeof cell === 'object' ? csvText(JSON.stringify(cell)) : String(cell);
}
