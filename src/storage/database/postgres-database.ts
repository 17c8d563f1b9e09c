/** The service's own state on PostgreSQL, shared by any number of replicas (contract 10.4.1). */
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import type { Database, Engine, PreparedQuery } from './database.ts';
import { PostgresConnections } from './postgres-connections.ts';
import type { Schema } from './schema.ts';

const postgresEngine: Engine = {
  now: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
  skipLocked: sql`for update skip locked`,
  keepRows: sql`for key share`,
  lockRows: sql`for no key update`,
  lockForMigration: async (db) => {
    await sql`select pg_advisory_xact_lock(7240119)`.execute(db);
  },
  lockAdministrators: async (db) => {
    await sql`select pg_advisory_xact_lock(7240120)`.execute(db);
  },
};

interface PostgresOptions {
  /** Most connections at once. */
  readonly connections: number;
  /** Hears of connections that broke while nobody used them. */
  readonly brokeOff: (error: Error) => void;
  /** For work that may take long: nothing ends a statement. */
  readonly withoutTimeouts?: boolean;
}

/** A replica that stands still within a transaction must not hold up the others, nor a network that swallows all. */
const timeLimits = {
  statement_timeout: 8_000,
  lock_timeout: 2_000,
  query_timeout: 10_000,
};

export async function openPostgres(
  connectionString: string,
  { connections, brokeOff, withoutTimeouts = false }: PostgresOptions,
): Promise<Database> {
  // Loaded on first use, because installations on SQLite do not need it.
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    idle_in_transaction_session_timeout: withoutTimeouts ? 60_000 : 5_000,
    ...(!withoutTimeouts && timeLimits),
    types: {
      getTypeParser: (oid, format) =>
        oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: new PostgresConnections(pool, { brokeOff, hasMarks: !withoutTimeouts }),
    }),
  });
  const prepareQuery = <Row>(compiled: CompiledQuery<Row>): PreparedQuery<Row> => {
    return async (...parameters) => {
      const query: CompiledQuery<Row> = { ...compiled, parameters };
      return (await db.executeQuery(query)).rows[0];
    };
  };
  return { db, engine: postgresEngine, prepareQuery, close: () => db.destroy() };
}
