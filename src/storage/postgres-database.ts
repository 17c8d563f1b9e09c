/** The service's own state on PostgreSQL, shared by any number of replicas (DESIGN section 2). */
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import type { Database, Engine, PreparedQuery } from './database.ts';
import type { Schema } from './schema.ts';

const postgresEngine: Engine = {
  now: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
  skipLocked: sql`for update skip locked`,
  lockForMigration: async (db) => {
    await sql`select pg_advisory_xact_lock(7240119)`.execute(db);
  },
};

export async function openPostgres(
  connectionString: string,
  brokeOff: (error: Error) => void,
): Promise<Database> {
  // Loaded on first use, because installations on SQLite do not need it.
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
  // Without a listener the error would crash the process; the pool replaces the broken connection itself.
  pool.on('error', brokeOff);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const prepareQuery = <Row>(compiled: CompiledQuery<Row>): PreparedQuery<Row> => {
    return async (...parameters) => {
      const query: CompiledQuery<Row> = { ...compiled, parameters };
      return (await db.executeQuery(query)).rows[0];
    };
  };
  return { db, engine: postgresEngine, prepareQuery, close: () => db.destroy() };
}
