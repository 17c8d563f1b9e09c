/** Which database it is, and what its clock says, for who looks after the service. */
import { sql } from 'kysely';
import type { Database } from './database.ts';

interface DatabaseFacts {
  readonly engine: 'SQLite' | 'PostgreSQL';
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly clock: number;
}

export async function databaseFacts({ db, engine, file }: Database): Promise<DatabaseFacts> {
  const isSqlite = file !== undefined;
  const version = isSqlite ? sql<string>`sqlite_version()` : sql<string>`current_setting('server_version')`;
  const { rows } = await sql<{ version: string; clock: number }>`
    select ${version} as version, ${engine.now} as clock`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('the database answered nothing');
  return {
    engine: isSqlite ? 'SQLite' : 'PostgreSQL',
    version: found.version,
    clock: Number(found.clock),
  };
}
