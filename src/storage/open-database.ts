/**
 * Opens the service's own database, SQLite or PostgreSQL depending on the URL, and migrates its schema (DESIGN
 * section 2).
 */
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres-database.ts';
import { openSqlite } from './sqlite-database.ts';

/** `brokeOff` hears of connections that broke while nobody used them. */
export async function openDatabase(
  url: string,
  brokeOff: (error: Error) => void = () => {},
): Promise<Database> {
  const database = url.startsWith('sqlite:') ? openSqlite(url) : await openPostgres(url, brokeOff);
  try {
    await migrate(database.db, database.engine);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}
