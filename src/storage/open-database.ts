/**
 * Opens the service's own database, SQLite or PostgreSQL depending on the URL, and migrates its schema (DESIGN
 * section 2).
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
