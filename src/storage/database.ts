/**
 * Opens the service's own state on SQLite or PostgreSQL, by address, behind one Kysely schema.
 */
import { type CompiledQuery, Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite-database.ts';

/** What the two engines do in their own words. */
export interface Engine {
  /** The database's clock in milliseconds: the one clock that replicas share. */
  readonly now: RawBuilder<number>;
  /** Ends a query of which another process may be using the rows: it then looks for others. */
  readonly skipLocked: RawBuilder<unknown>;
  /** Inside a transaction: waits until no other process is migrating. */
  lockForMigration(db: Kysely<Schema>): Promise<void>;
}

export interface Database {
  readonly db: Kysely<Schema>;
  readonly engine: Engine;
  /** The file of SQLite, where a query holds up the thread that asks it. */
  readonly file?: string;
  /** A question that every hit asks: compiled once, answered by the quickest way the engine has. */
  prepareQuery<Row>(compiled: CompiledQuery<Row>): PreparedQuery<Row>;
  close(): Promise<void>;
}

export type PreparedQuery<Row> = (...parameters: readonly string[]) => Promise<Row | undefined>;

const postgresEngine: Engine = {
  now: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
  skipLocked: sql`for update skip locked`,
  lockForMigration: async (db) => {
    await sql`select pg_advisory_xact_lock(7240119)`.execute(db);
  },
};

export async function openDatabase(url: string): Promise<Database> {
  const database = url.startsWith('sqlite:') ? openSqlite(url) : await openPostgres(url);
  try {
    await migrate(database.db, database.engine);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function openPostgres(connectionString: string): Promise<Database> {
  // Loaded only here: who runs on SQLite does without it.
  const { default: pg } = await import('pg');
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
  const prepareQuery = <Row>(compiled: CompiledQuery<Row>): PreparedQuery<Row> => {
    return async (...parameters) => {
      const asked: CompiledQuery<Row> = { ...compiled, parameters };
      return (await db.executeQuery(asked)).rows[0];
    };
  };
  return { db, engine: postgresEngine, prepareQuery, close: () => db.destroy() };
}
