/**
 * What the service's own state is to everybody who uses it: one Kysely schema, and the few things that SQLite and
 * PostgreSQL do in their own words.
 */
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Schema } from './schema.ts';

export interface Database {
  readonly db: Kysely<Schema>;
  readonly engine: Engine;
  /** The file of SQLite; absent on PostgreSQL. */
  readonly file?: string;
  /** For a query that every hit makes: compiled once, run by the quickest way the engine has. */
  prepareQuery<Row>(compiled: CompiledQuery<Row>): PreparedQuery<Row>;
  close(): Promise<void>;
}

export type PreparedQuery<Row> = (...parameters: readonly string[]) => Promise<Row | undefined>;

export interface Engine {
  /** The database's clock in milliseconds: the one clock that replicas share. */
  readonly now: RawBuilder<number>;
  /** Ends a query of which another process may be using the rows: it then looks for others. */
  readonly skipLocked: RawBuilder<unknown>;
  /** Inside a transaction: waits until no other process is migrating. */
  lockForMigration(db: Kysely<Schema>): Promise<void>;
}
