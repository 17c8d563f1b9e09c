/** The state of the service as it lies there: not migrated, and without a time limit for what is asked of it. */
import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { NodeSqliteDialect } from '../../src/storage/database/node-sqlite-dialect.ts';
import type { Schema } from '../../src/storage/database/schema.ts';

export async function withRawState<T>(url: string, use: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  const dialect: Dialect = url.startsWith('sqlite:')
    ? new NodeSqliteDialect(url.slice('sqlite:'.length))
    : new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) });
  const db = new Kysely<Schema>({ dialect });
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}
