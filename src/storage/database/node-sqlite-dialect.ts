/**
 * Kysely dialect for `node:sqlite`: one connection, cached prepared statements, and transactions that take the write
 * lock when they begin, so that they never fail halfway because it is held. What is written has been synchronised to the
 * disk when its promise resolves; the event loop does not wait for the disk (decision 061).
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SelectQueryNode,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { WriteAheadLog } from './write-ahead-log.ts';

export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #database: DatabaseSync;
  readonly #log: WriteAheadLog;

  constructor(file: string) {
    const database = openDatabase(file);
    const config = { database: withCachedStatements(database) };
    super(config);
    this.#config = config;
    this.#database = database;
    this.#log = new WriteAheadLog(file);
  }

  override createDriver(): SqliteDriver {
    return new DurableSqliteDriver(this.#config, this.#database, this.#log);
  }
}

class DurableSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #log: WriteAheadLog;
  /** Around the one connection that there is. */
  #durable: DurableConnection | undefined;

  constructor(config: SqliteDialectConfig, database: DatabaseSync, log: WriteAheadLog) {
    super(config);
    this.#database = database;
    this.#log = log;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    this.#durable ??= new DurableConnection(connection, this.#database, this.#log);
    return this.#durable;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** On a full disk SQLite has rolled back already; to try again would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    await this.#log.close();
  }
}

/** Synchronises the log after each commit, and after each statement outside of a transaction. */
class DurableConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #database: DatabaseSync;
  readonly #log: WriteAheadLog;

  constructor(connection: DatabaseConnection, database: DatabaseSync, log: WriteAheadLog) {
    this.#connection = connection;
    this.#database = database;
    this.#log = log;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await this.#connection.executeQuery<Row>(query);
    if (!this.#database.isTransaction && !SelectQueryNode.is(query.query)) await this.#log.sync();
    return result;
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery(query, chunkSize);
  }
}

/** Bounds the cache: a multi-row insert is a different statement for each number of rows. */
const maxStatements = 200;

function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
  return database;
}

function withCachedStatements(database: DatabaseSync): SqliteDatabase {
  const prepared = new LRUCache<string, SqliteStatement>({
    max: maxStatements,
    memoMethod: (text) => prepareStatement(database, text),
  });
  return { close: () => database.close(), prepare: (text) => prepared.memo(text) };
}

function prepareStatement(database: DatabaseSync, text: string): SqliteStatement {
  const statement = database.prepare(text);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(sqlInput)),
    run: (parameters) => statement.run(...parameters.map(sqlInput)),
    iterate: (parameters) => statement.iterate(...parameters.map(sqlInput)),
  };
}

function sqlInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`a ${typeof value} cannot be stored`);
}
