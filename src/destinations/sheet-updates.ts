/**
 * Splits a table into the calls that update a sheet: the header in row 1, then the rows, as RAW values, which Sheets
 * stores without parsing, so that no cell becomes a formula. Each call stays within the recommended size.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { rangeText } from '../base/sheet-range.ts';
import { uniqueNames } from '../base/unique-names.ts';
import type { Row, Table } from '../table/table.ts';
import { SaveProblem } from './save-errors.ts';
import { sheetCell } from './sheet-cell.ts';

const maxCells = 20_000;
const maxBytes = 1_500_000;
/** Limit of a cell in Google Sheets. */
const maxCellCharacters = 50_000;

export interface TableSize {
  /** Includes the header. */
  readonly rows: number;
  readonly columns: number;
}

/** Checks the whole table before anything is sent, so that a table that no sheet can hold changes nothing. */
export async function measureTable({ columns, batches }: Table): Promise<TableSize> {
  let rows = 1;
  for await (const batch of batches) {
    for (const row of batch) {
      rows += 1;
      refuseLongCell(row, rows, columns);
    }
    await nextTurn();
  }
  return { rows, columns: columns.length };
}

function refuseLongCell(row: Row, number: number, columns: Table['columns']): void {
  const column = row.findIndex((cell) => {
    const text = typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell;
    return typeof text === 'string' && text.length > maxCellCharacters;
  });
  if (column === -1) return;
  const name = JSON.stringify(columns[column]?.name ?? '');
  throw new SaveProblem(
    `The cell of column ${name} in row ${number} is longer than a sheet allows (50,000 characters).`,
  );
}

/** Yields the request bodies of `values:batchUpdate`, in order. */
export async function* valueUpdates(table: Table, title: string): AsyncGenerator<Buffer, void, undefined> {
  const width = table.columns.length;
  if (width === 0) return;
  const maxRows = Math.max(1, Math.floor(maxCells / width));
  let firstRow = 1;
  let rows: string[] = [];
  let bytes = 0;
  for await (const row of rowTexts(table)) {
    const rowBytes = Buffer.byteLength(row);
    if (rows.length === maxRows || (rows.length > 0 && bytes + rowBytes > maxBytes)) {
      yield updateBody(title, firstRow, rows, width);
      firstRow += rows.length;
      rows = [];
      bytes = 0;
    }
    rows.push(row);
    bytes += rowBytes;
  }
  yield updateBody(title, firstRow, rows, width);
}

async function* rowTexts({ columns, batches }: Table): AsyncGenerator<string, void, undefined> {
  const cells = columns.map(sheetCell);
  yield JSON.stringify(uniqueNames(columns.map(({ name }) => name)).map((name) => name.toWellFormed()));
  for await (const batch of batches) {
    for (const row of batch) yield JSON.stringify(cells.map((cell, column) => cell(row[column] ?? null)));
    await nextTurn();
  }
}

function updateBody(title: string, firstRow: number, rows: readonly string[], width: number): Buffer {
  const lastRow = firstRow + rows.length - 1;
  const range = JSON.stringify(rangeText(title, { firstRow, lastRow, firstColumn: 1, lastColumn: width }));
  const data = `{"range":${range},"majorDimension":"ROWS","values":[${rows.join(',')}]}`;
  return Buffer.from(`{"valueInputOption":"RAW","data":[${data}]}`);
}
