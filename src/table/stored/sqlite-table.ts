/**
 * Puts a table into a SQLite database as `service_table`, each cell with its type, so that SQL runs on it
 * without parsing anything again. Names are encoded by `sql-names.ts`.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { withDecimalPoint } from '../../base/decimal-comma.ts';
import { fitsInt64 } from '../../base/int64.ts';
import type { Cell, ColumnType, Table } from '../table.ts';
import { plainForm } from '../written-form.ts';
import { encodeSqlName, quoteSqlName } from './sql-names.ts';
import type { StoredColumn } from './table-layout.ts';

/** SQLite's own limit; a table with more columns can be exported but not queried. */
export const maxSqlColumns = 2000;

const affinities: Readonly<Record<ColumnType, string>> = {
  string: 'TEXT',
  integer: 'INTEGER',
  number: 'REAL',
  boolean: 'INTEGER',
  date: 'TEXT',
  datetime: 'TEXT',
  json: 'TEXT',
  any: '',
};

const boundValues = 900;

export async function writeSqliteFile(
  file: string,
  columns: readonly StoredColumn[],
  batches: Table['batches'],
): Promise<void> {
  const database = new DatabaseSync(file);
  try {
    database.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    await fillServiceTable(database, columns, batches);
  } finally {
    database.close();
  }
}

export async function fillServiceTable(
  database: DatabaseSync,
  columns: readonly StoredColumn[],
  batches: Table['batches'],
): Promise<void> {
  const definitions = columns.map(
    ({ name, type, exceedsInt64 }) =>
      `${quoteSqlName(encodeSqlName(name))} ${exceedsInt64 ? '' : affinities[type]}`,
  );
  database.exec(`CREATE TABLE service_table (${definitions.join(',')}); BEGIN`);
  const rowsAtOnce = Math.max(1, Math.floor(boundValues / columns.length));
  const many = insertStatement(database, columns.length, rowsAtOnce);
  const one = insertStatement(database, columns.length, 1);
  const converters = columns.map(converter);
  const values: SQLInputValue[] = new Array(rowsAtOnce * columns.length).fill(null);
  let filled = 0;
  for await (const batch of batches) {
    for (const row of batch) {
      let cell = 0;
      for (const convert of converters) values[filled++] = convert(row[cell++] ?? null);
      if (filled < values.length) continue;
      many.run(...values);
      filled = 0;
    }
  }
  for (let i = 0; i < filled; i += columns.length) one.run(...values.slice(i, i + columns.length));
  database.exec('COMMIT');
}

function insertStatement(database: DatabaseSync, width: number, rows: number): StatementSync {
  const row = `(${new Array(width).fill('?').join(',')})`;
  return database.prepare(`INSERT INTO service_table VALUES ${new Array(rows).fill(row).join(',')}`);
}

function converter(column: StoredColumn): (cell: Cell) => SQLInputValue {
  const fromText = writtenConverter(column);
  return (cell) => {
    if (typeof cell === 'string') return fromText(cell);
    if (cell === null) return null;
    if (typeof cell === 'number') return exactNumber(cell);
    if (typeof cell === 'boolean') return cell ? 1n : 0n;
    if (typeof cell === 'bigint') return fitsInt64(cell) ? cell : String(cell);
    return JSON.stringify(cell);
  };
}

function writtenConverter(column: StoredColumn): (written: string) => SQLInputValue {
  const { type, exceedsInt64, decimal, form } = column;
  if (form !== undefined) {
    const plain = plainForm(type, form);
    const { form: _, ...plainColumn } = column;
    const fromPlain = writtenConverter(plainColumn);
    return (written) => {
      const text = plain(written);
      return text === null ? null : fromPlain(text);
    };
  }
  if (decimal === 'comma') return (written) => Number(withDecimalPoint(written));
  if (type === 'number') return Number;
  if (type === 'boolean') return (written) => (written.length === 'true'.length ? 1 : 0);
  if (type !== 'integer') return (written) => written;
  return exceedsInt64 ? exactInteger : (written) => safeInteger(Number(written)) ?? exactInteger(written);
}

/** A JavaScript number would be bound as a real; only the affinity of the column makes it an integer. */
function exactNumber(value: number): SQLInputValue {
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}

function safeInteger(value: number): number | undefined {
  return Number.isSafeInteger(value) ? value : undefined;
}

function exactInteger(written: string): SQLInputValue {
  const value = BigInt(written);
  return fitsInt64(value) ? value : written;
}
