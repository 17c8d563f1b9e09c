/** The service's own state on SQLite: one connection for writes, and a read-only one for hits. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type CompiledQuery, Kysely, sql } from 'kysely';
import type { Database, Engine, PreparedQuery } from './database.ts';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';
import type { Schema } from './schema.ts';

const sqliteEngine: Engine = {
  now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  skipLocked: sql``,
  // Nobody else writes during a transaction.
  keepRows: sql``,
  lockRows: sql``,
  // The transaction has already taken the write lock: the dialect uses `begin immediate`.
  lockForMigration: async () => {},
  lockAdministrators: async () => {},
};

/** `url` is `sqlite:` followed by the path of the file. */
export function openSqlite(url: string): Database {
  const file = url.slice('sqlite:'.length);
  mkdirSync(dirname(file), { recursive: true });
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(file) });
  const reader = sqliteReader(file);
  const close = async (): Promise<void> => {
    reader.close();
    await db.destroy();
  };
  return { db, engine: sqliteEngine, file, prepareQuery: reader.prepareQuery, close };
}

/**
 * Runs beside the connection for writes and executes prepared statements directly, without Kysely. Opened by the first
 * query, when the file and its schema exist.
 */
function sqliteReader(file: string): Pick<Database, 'prepareQuery'> & { close(): void } {
  let database: DatabaseSync | undefined;
  return {
    prepareQuery: <Row>({ sql }: CompiledQuery<Row>): PreparedQuery<Row> => {
      database ??= new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
      const statement = database.prepare(sql);
      // The compiled query declares the type of its rows, as everywhere in Kysely.
      return async (...parameters) => statement.get(...parameters) as Row | undefined;
    },
    close: () => database?.close(),
  };
}
