/**
 * Opens the service's own state on SQLite or PostgreSQL, by address, behind one Kysely schema.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type CompiledQuery, Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { migrate } from './migrate.ts';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';
import type { Schema } from './schema.ts';
import { sqliteReader } from './sqlite-reader.ts';

/** What the two engines do in their own words. */
export interface Engine {
  /** Whether a query holds up the thread that asks it. */
  readonly blocks: boolean;
  /** The database's clock in milliseconds: the one clock that replicas share. */
  readonly now: RawBuilder<number>;
  /** Inside a transaction: waits until no other process is migrating. */
  lockForMigration(db: Kysely<Schema>): Promise<void>;
}

export interface Database {
  readonly db: Kysely<Schema>;
  readonly engine: Engine;
  /** A question that every hit asks: compiled once, answered by the quickest way the engine has. */
  ask<Row>(compiled: CompiledQuery<Row>): Ask<Row>;
  close(): Promise<void>;
}

export type Ask<Row> = (...parameters: readonly string[]) => Promise<Row | undefined>;

const sqliteEngine: Engine = {
  blocks: true,
  now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  // A SQLite transaction here begins with the write lock already taken.
  lockForMigration: async () => {},
};

const postgresEngine: Engine = {
  blocks: false,
  now: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
  lockForMigration: async (db) => {
    await sql`select pg_advisory_xact_lock(7240119)`.execute(db);
  },
};

export async function openDatabase(url: string): Promise<Database> {
  const database = url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url);
  try {
    await migrate(database.db, database.engine);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

function openSqlite(file: string): Database {
  mkdirSync(dirname(file), { recursive: true });
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(file) });
  const reader = sqliteReader(file);
  const close = async (): Promise<void> => {
    reader.close();
    await db.destroy();
  };
  return { db, engine: sqliteEngine, ask: reader.ask, close };
}

function openPostgres(connectionString: string): Database {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 10_000,
    types: {
      getTypeParser: (oid, format) =>
        oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // An idle connection that breaks is replaced by the pool at its next use.
  pool.on('error', () => {});
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const ask = <Row>(compiled: CompiledQuery<Row>): Ask<Row> => {
    return async (...parameters) => {
      const asked: CompiledQuery<Row> = { ...compiled, parameters };
      return (await db.executeQuery(asked)).rows[0];
    };
  };
  return { db, engine: postgresEngine, ask, close: () => db.destroy() };
}
