/**
 * Reads the whole result of a statement before the reply is sent, because an error may come with the last row.
 * A small one is kept in memory, a larger one becomes a stored table (contract 4.8.7).
 */

import { mkdir, rm } from 'node:fs/promises';
import type { SQLOutputValue } from 'node:sqlite';
import { BlockBuilder, headerLine } from '../../table/stored/block-builder.ts';
import type { Block } from '../../table/stored/table-layout.ts';
import type { TableWriter } from '../../table/stored/table-writer.ts';
import type { ColumnType } from '../../table/table.ts';
import { SqlRefusal } from '../language/sql-refusal.ts';
import type { SmallResult } from '../language/wire.ts';
import { ResultColumns, TypeMismatch } from './result-columns.ts';
import type { PreparedSql } from './table-database.ts';

interface ResultTarget {
  /** Made when the result is too large for the reply. */
  readonly folder: string;
  readonly limitMb: number;
  /** Nothing beyond these rows is read. */
  readonly maxRows?: number | undefined;
  /** Undefined if that took too long. */
  readonly countRows?: () => number | undefined;
}

const maxRowsInReply = 2000;
const maxCharactersInReply = 256 * 1024;
const indexBytesPerCell = 4;

/** The rows if they are few; undefined when they were written into the folder. */
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
      // The values do not fit the type of the table's column: read again, typed by the values alone.
      if (!(error instanceof TypeMismatch)) throw error;
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
  const { maxRows, countRows } = target;
  const whole = givesFewRows ? statement.all().values() : statement.iterate();
  const source = maxRows === undefined ? whole : Iterator.from(whole).take(maxRows);
  const builder = new BlockBuilder(columns.names.length);
  for (const values of source) {
    builder.values(columns.row(valuesOf(values)));
    if (builder.rows > maxRowsInReply || builder.length > maxCharactersInReply) {
      await storeResult(builder.take(), source, columns, target);
      return undefined;
    }
  }
  if (maxRows === undefined) prepared.givesFewRows = true;
  const total = builder.rows < (maxRows ?? 0) ? builder.rows : countRows?.();
  const block = builder.take();
  return {
    columns: columns.described(),
    block,
    csv: Buffer.concat([headerLine(columns.names), block.bytes]),
    ...(total !== undefined && { total }),
  };
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
  const { TableWriter } = await import('../../table/stored/table-writer.ts');
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
