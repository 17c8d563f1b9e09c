/**
 * Reads the whole result of a statement before anything is answered, for an error may come with the last row.
 * A small one is kept in memory, a larger one becomes a table file (4.8, 4.7).
 */
import { mkdir, rm } from 'node:fs/promises';
import type { SQLOutputValue } from 'node:sqlite';
import type { Cell, Column, ColumnType, Row } from '../table.ts';
import type { TableWriter } from '../table-file/table-writer.ts';
import type { PreparedSql } from './sql-database.ts';
import { SqlRefusal } from './sql-refusal.ts';
import { Misfit, ResultColumns } from './sql-result-columns.ts';

export interface ResultTarget {
  /** Made when the result is too large to be kept. */
  readonly folder: string;
  readonly limitMb: number;
}

export interface SmallResult {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

const keptRows = 2000;
const keptCharacters = 256 * 1024;
const numberCharacters = 8;
const indexBytesPerCell = 4;

/** The rows if they are few, else undefined: then they lie in the folder. */
export async function readResult(
  prepared: PreparedSql,
  types: ReadonlyMap<string, ColumnType>,
  target: ResultTarget,
): Promise<SmallResult | undefined> {
  const untyped = new Set<number>();
  for (;;) {
    try {
      return await readOnce(prepared, new ResultColumns(prepared.columns, types, untyped), target);
    } catch (error) {
      // What the column of the table is, the values of this result are not: read again by values alone.
      if (!(error instanceof Misfit)) throw error;
      untyped.add(error.column);
    }
  }
}

async function readOnce(
  prepared: PreparedSql,
  columns: ResultColumns,
  target: ResultTarget,
): Promise<SmallResult | undefined> {
  const rows: Cell[][] = [];
  const { statement, givesFewRows } = prepared;
  const source = givesFewRows ? statement.all().values() : statement.iterate();
  let characters = 0;
  for (const values of source) {
    const row = columns.row(valuesOf(values));
    rows.push(row);
    characters += charactersOf(row);
    if (rows.length > keptRows || characters > keptCharacters) {
      await storeResult(rows, source, columns, target);
      return undefined;
    }
  }
  prepared.givesFewRows = true;
  return { columns: columns.described(), rows };
}

/** With `returnArrays` a row is an array of its values. */
function valuesOf(row: unknown): readonly SQLOutputValue[] {
  if (!Array.isArray(row)) throw new TypeError('the row is no array');
  return row;
}

function charactersOf(row: readonly Cell[]): number {
  let characters = 0;
  for (const cell of row) characters += typeof cell === 'string' ? cell.length : numberCharacters;
  return characters;
}

async function storeResult(
  first: readonly (readonly Cell[])[],
  rest: Iterable<unknown>,
  columns: ResultColumns,
  { folder, limitMb }: ResultTarget,
): Promise<void> {
  const { TableWriter } = await import('../table-file/table-writer.ts');
  await mkdir(folder);
  const writer = await TableWriter.open(folder, columns.names);
  try {
    for (const row of first) await writeRow(writer, row, limitMb);
    for (const values of rest) {
      if (putRow(writer, columns.row(valuesOf(values))))
        await flushWithin(writer, columns.names.length, limitMb);
    }
    await writer.finish(columns.stored());
  } catch (error) {
    await writer.close().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function writeRow(writer: TableWriter, row: readonly Cell[], limitMb: number): Promise<void> {
  if (putRow(writer, row)) await flushWithin(writer, row.length, limitMb);
}

function putRow(writer: TableWriter, row: readonly Cell[]): boolean {
  for (const cell of row) {
    if (typeof cell === 'string') writer.text(cell);
    else if (cell === null) writer.missing();
    else if (typeof cell === 'boolean') writer.text(cell ? 'true' : 'false');
    else writer.number(String(cell));
  }
  return writer.endRow();
}

async function flushWithin(writer: TableWriter, width: number, limitMb: number): Promise<void> {
  await writer.flush();
  const bytes = writer.bytes + writer.rows * width * indexBytesPerCell;
  if (bytes > limitMb * 1024 * 1024) {
    throw new SqlRefusal(`the result is larger than the limit of ${limitMb} MB`);
  }
}
