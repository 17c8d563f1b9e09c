/**
 * Step 5 of an export: a SELECT over the table, which it knows as `service_table`; or the refusal with its
 * reason (contract 4.8.4). The statement runs in a process of the pool.
 */
import { resolve } from 'node:path';
import { ServiceError } from '../errors/errors.ts';
import { maxSqlColumns } from '../table/stored/sqlite-table.ts';
import { StoredTable, spooledTable, type WholeTable } from '../table/stored/stored-table.ts';
import { sqliteFile } from '../table/stored/table-layout.ts';
import { blocksInMemory, blockTable, folderTable, readDescription } from '../table/stored/table-reader.ts';
import { spoolToFolder } from '../table/stored/table-spool.ts';
import type { Table } from '../table/table.ts';
import { sqlAdvice } from './advice.ts';
import { SqlRefusal } from './language/sql-refusal.ts';
import type { SqlPool, SqlTurn } from './pool.ts';
import { runShared, type SharedOutcome } from './shared-runs.ts';
import { statementProblem } from './statement.ts';

interface SqlRun extends SqlTurn {
  readonly pool: SqlPool;
  /** An existing folder for what must lie on disk meanwhile. */
  readonly scratchFolder: string;
  /** The statement is not the caller's own, so that a refusal must not name the columns it could have read. */
  readonly isFixed?: boolean;
  /** Only so many rows of the result are read. */
  readonly maxRows?: number;
  /** Hears how many rows the result has in all, if they can be counted within `countMs`; for a part of it only. */
  readonly counted?: (rows: number) => void;
  readonly countMs?: number;
}

export async function runSql(table: Table, sql: string, run: SqlRun): Promise<WholeTable> {
  const problem = statementProblem(sql) ?? tableProblem(table);
  if (problem !== undefined) throw refusal(table, sql, problem, run);
  if (table instanceof StoredTable && table.rows.folder !== undefined) {
    return resultOf(await runStored(table, table.rows.folder, sql, run));
  }
  const begun = performance.now();
  await using spooled = await spoolToFolder(table, run.scratchFolder, run.signal);
  run.spent?.(performance.now() - begun);
  return await resultOf(await runStored(spooled.table, spooled.folder, sql, run));
}

function tableProblem({ columns }: Table): string | undefined {
  if (columns.length === 0) return 'the table has no columns';
  if (columns.length <= maxSqlColumns) return undefined;
  return `too many columns: the table has ${columns.length}, SQL can take ${maxSqlColumns}`;
}

async function runStored(
  table: StoredTable,
  storedIn: string,
  sql: string,
  run: SqlRun,
): Promise<SharedOutcome> {
  const { columns, rows } = table;
  const { picked } = rows;
  const folder = resolve(storedIn);
  const job = {
    folder,
    database: sqliteFile(folder),
    // In a database a date is a text.
    types: columns.map(({ type }) => (type === 'date' || type === 'datetime' ? 'string' : type)),
    sql,
    ...(picked && { picked }),
    ...(run.maxRows !== undefined && { maxRows: run.maxRows }),
    ...(run.countMs !== undefined && { countMs: run.countMs }),
  };
  try {
    const shared = await runShared(run.pool, job, run);
    if ('total' in shared.outcome && shared.outcome.total !== undefined) run.counted?.(shared.outcome.total);
    return shared;
  } catch (error) {
    if (!(error instanceof SqlRefusal)) throw error;
    throw refusal(table, sql, error.message, run);
  }
}

function refusal({ columns }: Table, sql: string, reason: string, { isFixed }: SqlRun): ServiceError {
  const names = columns.map(({ name }) => name);
  const advice = isFixed ? undefined : sqlAdvice(reason, sql, names);
  return new ServiceError('sqlInvalid', { data: reason, ...(advice !== undefined && { advice }) });
}

async function resultOf(shared: SharedOutcome): Promise<WholeTable> {
  const { outcome } = shared;
  if ('block' in outcome) {
    const { columns, block, csv } = outcome;
    return spooledTable(blockTable(blocksInMemory([block]), columns, { csv, count: block.rows }));
  }
  const { folder } = outcome;
  try {
    const table = folderTable(folder, await readDescription(folder));
    return { table, [Symbol.asyncDispose]: () => shared[Symbol.asyncDispose]() };
  } catch (error) {
    await shared[Symbol.asyncDispose]();
    throw error;
  }
}
