/**
 * A table opened for statements: read-only, with the engine's limits lowered and the authorizer set. Prepared
 * statements are cached, because hits on one address repeat their statement.
 */
import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import { columnNamesProblem } from '../../table/column-bounds.ts';
import { decodeSqlNames, quoteSqlName } from '../../table/stored/sql-names.ts';
import { refusalOf, SqlRefusal } from '../language/sql-refusal.ts';
import { SqlAuthorizer } from './authorizer.ts';
import { rewriteStatement } from './rewrite.ts';

export interface PreparedSql {
  readonly statement: StatementSync;
  readonly columns: readonly ResultColumn[];
  /** It gave few rows before, and the table does not change: they can be read at once, which is faster. */
  givesFewRows: boolean;
}

export interface ResultColumn {
  readonly name: string;
  /** Which column of the table this is, if it is one; the first part decides for a UNION. */
  readonly origin: string | undefined;
}

const megabyte = 1024 * 1024;

/** Opens the database of a stored table, of which only the `picked` columns are visible. */
export function openSqlDatabase(
  file: string,
  picked: readonly number[] | undefined,
  memoryLimitMb: number,
): SqlDatabase | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return undefined;
  const address = pathToFileURL(file);
  // The file never changes: no locks and no journal.
  address.searchParams.set('immutable', '1');
  const database = new DatabaseSync(address, { readOnly: true });
  return new SqlDatabase(database, picked, memoryLimitMb, identityOf(stat));
}

/** Tells a file from another that replaced it. */
export function fileIdentity(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat && identityOf(stat);
}

const identityOf = (stat: { ino: number; size: number; mtimeMs: number }): string =>
  `${stat.ino} ${stat.size} ${stat.mtimeMs}`;

export class SqlDatabase {
  readonly identity: string;
  readonly #database: DatabaseSync;
  readonly #authorizer: SqlAuthorizer;
  readonly #columnNames: ReadonlySet<string>;
  readonly #memoryLimitMb: number;
  /** The size is counted in characters of their text. */
  readonly #statements = new LRUCache<string, PreparedSql>({
    max: 64,
    maxSize: megabyte,
    sizeCalculation: (_, sql) => sql.length + 1,
  });

  constructor(
    database: DatabaseSync,
    picked: readonly number[] | undefined,
    memoryLimitMb: number,
    identity: string,
  ) {
    this.#database = database;
    this.#memoryLimitMb = memoryLimitMb;
    this.identity = identity;
    database.exec('PRAGMA trusted_schema = OFF');
    const all = database.prepare('SELECT name FROM pragma_table_info(?)').all('service_table');
    const encoded = all.map(({ name }) => String(name));
    const visible = picked ? picked.map((index) => encoded[index] ?? '') : encoded;
    if (picked) createView(database, visible);
    this.#columnNames = new Set(visible.map(decodeSqlNames));
    database.exec('PRAGMA query_only = ON');
    Object.assign(database.limits, limits(memoryLimitMb));
    this.#authorizer = new SqlAuthorizer(database, picked !== undefined);
  }

  get columnNames(): readonly string[] {
    return [...this.#columnNames];
  }

  prepare(sql: string): PreparedSql {
    const known = this.#statements.get(sql);
    if (known) return known;
    const prepared = this.#prepareAnew(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }

  close(): void {
    this.#database.close();
  }

  #prepareAnew(sql: string): PreparedSql {
    const rewritten = rewriteStatement(sql, this.#columnNames);
    this.#authorizer.denial = undefined;
    try {
      const statement = this.#database.prepare(rewritten, { readBigInts: true, returnArrays: true });
      const columns = statement.columns().map(resultColumn);
      const problem = columnNamesProblem(columns.map(({ name }) => name));
      if (problem !== undefined) throw new SqlRefusal(problem);
      return { statement, columns, givesFewRows: false };
    } catch (error) {
      throw refusalOf(error, this.#authorizer.denial, this.#memoryLimitMb);
    }
  }
}

function createView(database: DatabaseSync, names: readonly string[]): void {
  const list = names.map(quoteSqlName).join(',');
  database.exec(`CREATE TEMP VIEW service_table (${list}) AS SELECT ${list} FROM main.service_table`);
}

function resultColumn(column: { name: string; column: string | null; table: string | null }): ResultColumn {
  const isOwn = column.table === 'service_table' && column.column !== null;
  return {
    name: decodeSqlNames(column.name),
    origin: isOwn && column.column !== null ? decodeSqlNames(column.column) : undefined,
  };
}

/** Far above what usual statements need, far below what would exhaust the process. */
function limits(memoryLimitMb: number): Partial<DatabaseSync['limits']> {
  return {
    length: Math.max(1, Math.floor(memoryLimitMb / 8)) * megabyte,
    sqlLength: megabyte,
    compoundSelect: 100,
    vdbeOp: 250_000,
    attach: 0,
    likePatternLength: 1000,
    variableNumber: 0,
    triggerDepth: 1,
  };
}
