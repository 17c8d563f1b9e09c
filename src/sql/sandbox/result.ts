/**
 * Reads the whole result of a statement before anything is answered, for an error may come with the last row.
 * A small one is kept in memory, a larger one becomes a table file (4.8, 4.7).
 */
import { mkdir, rm } from 'node:fs/promises';
import type { SQLOutputValue } from 'node:sqlite';
import type { Block } from '../../stored-table/block.ts';
import { BlockBuilder, headerLine } from '../../stored-table/block-builder.ts';
import type { TableWriter } from '../../stored-table/table-writer.ts';
import type { Column, ColumnType } from '../../table.ts';
import { SqlRefusal } from '../sql-refusal.ts';
import { Misfit, ResultColumns } from './result-columns.ts';
import type { PreparedSql } from './table-database.ts';

export interface ResultTarget {
  /** Made when the result is too large to be kept. */
  readonly folder: string;
  readonly limitMb: number;
}

export interface SmallResult {
  readonly columns: readonly Column[];
  /** The header line; the rows follow it. */
  readonly header: Buffer;
  readonly block: Block;
}

const keptRows = 2000;
const keptCharacters = 256 * 1024;
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
  const { statement, givesFewRows } = prepared;
  const source = givesFewRows ? statement.all().values() : statement.iterate();
  const builder = new BlockBuilder(columns.names.length);
  for (const values of source) {
    builder.values(columns.row(valuesOf(values)));
    if (builder.rows > keptRows || builder.length > keptCharacters) {
      await storeResult(builder.take(), source, columns, target);
      return undefined;
    }
  }
  prepared.givesFewRows = true;
  return { columns: columns.described(), header: headerLine(columns.names), block: builder.take() };
}

/** With `returnArrays` a row is an array of its values. */
function valuesOf(row: unknown): readonly SQLOutputValue[] {
  if (!Array.isArray(row)) throw new TypeError('the row is no array');
  return row;
}

async function storeResult(
  first: Block,
  rest: Iterable<unknown>,
  columns: ResultColumns,
  { folder, limitMb }: ResultTarget,
): Promise<void> {
  const { TableWriter } = await import('../../stored-table/table-writer.ts');
  await mkdir(folder);
  const writer = await TableWriter.open(folder, columns.names);
  try {
    await writer.putBlock(first);
    for (const values of rest) {
      if (writer.values(columns.row(valuesOf(values))))
        await flushWithin(writer, columns.names.length, limitMb);
    }
    await writer.finishScratch(columns.stored());
  } catch (error) {
    await writer.close().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function flushWithin(writer: TableWriter, width: number, limitMb: number): Promise<void> {
  await writer.flush();
  const bytes = writer.bytes + writer.rows * width * indexBytesPerCell;
  if (bytes > limitMb * 1024 * 1024) {
    throw new SqlRefusal(`the result is larger than the limit of ${limitMb} MB`);
  }
}
