/**
 * Step 5 of an export: a SELECT over the table, which it knows as `service_table`; or the refusal with its
 * reason (4.8). The statement runs in a process of the pool.
 */
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ServiceError } from '../errors.ts';
import { maxSqlColumns } from '../stored-table/sqlite-table.ts';
import { keptTable, StoredTable, type WholeTable } from '../stored-table/stored-table.ts';
import { sqliteFile } from '../stored-table/table-layout.ts';
import { blocksInMemory, blockTable, folderTable, readDescription } from '../stored-table/table-reader.ts';
import { spoolToFolder } from '../stored-table/table-spool.ts';
import type { Table } from '../table.ts';
import { SqlRefusal } from './language/sql-refusal.ts';
import type { SqlPool } from './pool.ts';
import { runShared } from './shared-runs.ts';
import { statementProblem } from './statement.ts';
import type { SqlOutcome } from './turn.ts';

export interface SqlRun {
  readonly pool: SqlPool;
  /** An existing folder for what must lie on disk meanwhile. */
  readonly scratchFolder: string;
  /** Statements of different keys take turns. */
  readonly fairnessKey: string;
  readonly signal?: AbortSignal;
}

export async function runSql(table: Table, sql: string, run: SqlRun): Promise<WholeTable> {
  const problem = statementProblem(sql) ?? tableProblem(table);
  if (problem !== undefined) throw new ServiceError('sqlInvalid', { data: problem });
  if (table instanceof StoredTable && table.rows.folder !== undefined) {
    return resultOf(await runStored(table, table.rows.folder, sql, run));
  }
  await using spooled = await spoolToFolder(table, run.scratchFolder, run.signal);
  return await resultOf(await runStored(spooled.table, spooled.folder, sql, run));
}

function tableProblem({ columns }: Table): string | undefined {
  if (columns.length === 0) return 'the table has no columns';
  if (columns.length <= maxSqlColumns) return undefined;
  return `too many columns: the table has ${columns.length}, SQL can take ${maxSqlColumns}`;
}

async function runStored(
  { columns, rows: { picked } }: StoredTable,
  storedIn: string,
  sql: string,
  { pool, fairnessKey, signal }: SqlRun,
): Promise<SqlOutcome> {
  const folder = resolve(storedIn);
  const job = {
    folder,
    database: sqliteFile(folder),
    types: columns.map(({ type }) => type),
    sql,
    ...(picked && { picked }),
  };
  try {
    return await runShared(pool, job, { fairnessKey, ...(signal && { signal }) });
  } catch (error) {
    if (!(error instanceof SqlRefusal)) throw error;
    throw new ServiceError('sqlInvalid', { data: error.message, cause: error });
  }
}

async function resultOf(outcome: SqlOutcome): Promise<WholeTable> {
  if ('block' in outcome) {
    const { columns, block, csv } = outcome;
    return keptTable(blockTable(blocksInMemory([block]), columns, { csv }));
  }
  const { folder } = outcome;
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    return { table: folderTable(folder, await readDescription(folder)), [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
