/** The service's own state on SQLite: one connection for writes, and a read-only one for hits. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { Database, Engine } from './database.ts';
import { NodeSqliteDialect } from './node-sqlite-dialect.ts';
import type { Schema } from './schema.ts';
import { sqliteReader } from './sqlite-reader.ts';

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
