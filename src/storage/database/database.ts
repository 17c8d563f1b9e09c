/**
 * The interface of the service's own database: one Kysely schema, and the few operations whose SQL differs between
 * SQLite and PostgreSQL.
 */
import type { CompiledQuery, Kysely, RawBuilder, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** A transaction is one, too. */
export type Db = Kysely<Schema>;
/** Where a transaction is needed. */
export type Tx = Transaction<Schema>;

export interface Database {
  readonly db: Db;
  readonly engine: Engine;
  /** The file of SQLite; absent on PostgreSQL. */
  readonly file?: string;
  /** For a query that every hit makes: compiled once, run by the quickest way the engine has. */
  prepareQuery<Row>(compiled: CompiledQuery<Row>): PreparedQuery<Row>;
  close(): Promise<void>;
}

export type PreparedQuery<Row> = (...parameters: readonly string[]) => Promise<Row | undefined>;

export interface Engine {
  /** The database clock in milliseconds, which all replicas share. */
  readonly now: RawBuilder<number>;
  /** Appended to a query to skip rows that another transaction has locked. */
  readonly skipLocked: RawBuilder<unknown>;
  /** Appended to a query, it keeps the rows from being deleted until the transaction ends. */
  readonly keepRows: RawBuilder<unknown>;
  /** Appended to a query, it lets nobody else change or lock the rows until the transaction ends. */
  readonly lockRows: RawBuilder<unknown>;
  /** Must run in a transaction; waits until no other process is migrating. */
  lockForMigration(db: Db): Promise<void>;
  /** Must run in a transaction; until it ends nobody else changes who is an administrator, or blocks one. */
  lockAdministrators(db: Db): Promise<void>;
}
