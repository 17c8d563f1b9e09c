/** Opens the service's own database, SQLite or PostgreSQL depending on the URL, and migrates its schema. */
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres-database.ts';
import { openSqlite } from './sqlite-database.ts';

interface DatabaseOptions {
  /** Most connections to PostgreSQL at once. */
  readonly connections?: number;
  /** Hears of connections that broke while nobody used them. */
  readonly brokeOff?: (error: Error) => void;
  /** For work that may take long: nothing ends a statement. */
  readonly withoutTimeouts?: boolean;
}

export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  return url.startsWith('sqlite:') ? migrated(openSqlite(url)) : openMigratedPostgres(url, options);
}

/** By a connection of its own: to migrate may take longer than a hit may wait. */
async function openMigratedPostgres(
  url: string,
  { connections = 2, brokeOff = () => {}, withoutTimeouts = false }: DatabaseOptions,
): Promise<Database> {
  const migrating = await migrated(
    await openPostgres(url, { connections: 1, brokeOff, withoutTimeouts: true }),
  );
  await migrating.close();
  return openPostgres(url, { connections, brokeOff, withoutTimeouts });
}

async function migrated(database: Database): Promise<Database> {
  try {
    await migrate(database.db, database.engine);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}
