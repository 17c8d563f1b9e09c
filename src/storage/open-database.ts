/**
 * Opens the service's own state on SQLite or PostgreSQL, by address, and brings its schema up to date.
 */
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres-database.ts';
import { openSqlite } from './sqlite-database.ts';

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
