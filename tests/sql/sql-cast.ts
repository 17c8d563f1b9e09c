/**
 * What the tests of SQL share: a pool with its scratch folder, tables from cells, and a statement's outcome as
 * plain values (contract 4.8).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '../../src/errors/errors.ts';
import { openSqlPool, type SqlPool, type SqlPoolOptions } from '../../src/sql/pool.ts';
import { runSql } from '../../src/sql/run-sql.ts';
import { writeSqliteFile } from '../../src/table/stored/sqlite-table.ts';
import { sqliteFile } from '../../src/table/stored/table-layout.ts';
import { folderTable, readDescription } from '../../src/table/stored/table-reader.ts';
import { spoolToFolder } from '../../src/table/stored/table-spool.ts';
import type { Cell, Column, ColumnType, Row, Table } from '../../src/table/table.ts';

export interface SqlGround {
  readonly pool: SqlPool;
  readonly scratchFolder: string;
  close(): Promise<void>;
}

export async function openSqlGround(options: Partial<SqlPoolOptions> = {}): Promise<SqlGround> {
  const scratchFolder = await mkdtemp(join(tmpdir(), 'tablecast-sql-'));
  const pool = openSqlPool({ timeLimitMs: 10_000, memoryLimitMb: 512, scratchFolder, ...options });
  const close = async (): Promise<void> => {
    await pool.close();
    await rm(scratchFolder, { recursive: true, force: true });
  };
  return { pool, scratchFolder, close };
}

/** A table that can be read any number of times. */
export function tableOf(columns: readonly (readonly [string, ColumnType])[], rows: readonly Row[]): Table {
  return {
    columns: columns.map(([name, type]): Column => ({ name, type })),
    batches: {
      async *[Symbol.asyncIterator]() {
        if (rows.length > 0) yield rows;
      },
    },
  };
}

/** The table as an upload has it: in a folder, with its database. */
export async function storedOf(ground: SqlGround, table: Table, picked?: readonly number[]): Promise<Table> {
  const { folder } = await spoolToFolder(table, ground.scratchFolder);
  const description = await readDescription(folder);
  await writeSqliteFile(sqliteFile(folder), description.columns, folderTable(folder, description).batches);
  return folderTable(folder, description, picked ? { picked } : {});
}

export type SqlOutcome =
  | { readonly columns: readonly Column[]; readonly rows: readonly Row[] }
  | { readonly refused: string };

/** The whole result, or the `data` of the refusal. */
export async function outcomeOf(
  ground: SqlGround,
  table: Table,
  sql: string,
  endpoint = 'endpoint',
): Promise<SqlOutcome> {
  try {
    const { pool, scratchFolder } = ground;
    const result = await runSql(table, sql, { pool, scratchFolder, endpoint, owner: endpoint });
    const { columns, batches } = result.table;
    const rows: Row[] = [];
    for await (const batch of batches) {
      for (const row of batch) rows.push(row.map((cell, at) => standsFor(cell, columns[at]?.type)));
    }
    await result[Symbol.asyncDispose]();
    return { columns, rows };
  } catch (error) {
    if (error instanceof ServiceError && error.key === 'sqlInvalid') return { refused: error.data ?? '' };
    throw error;
  }
}

/** What a written cell stands for. An integer that 64 bits cannot hold stays as it is written. */
function standsFor(cell: Cell, type: ColumnType | undefined): Cell {
  if (typeof cell !== 'string' || type === 'string' || type === 'any' || type === 'json') return cell;
  if (type === 'boolean') return cell === 'true';
  const value = Number(cell);
  if (type === 'number' || Number.isSafeInteger(value)) return value;
  const exact = BigInt(cell);
  return BigInt.asIntN(64, exact) === exact ? exact : cell;
}

export async function cellsOf(ground: SqlGround, table: Table, sql: string): Promise<readonly Cell[][]> {
  const outcome = await outcomeOf(ground, table, sql);
  if ('refused' in outcome) throw new Error(`${sql}: ${outcome.refused}`);
  return outcome.rows.map((row) => [...row]);
}
