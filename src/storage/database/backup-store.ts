/**
 * What a backup asks of the database while the service runs: a consistent copy of SQLite, and which uploads
 * must be in the copy (contract 10.5.4).
 */
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** One read transaction: it neither waits for writers nor is begun again by them, as SQLite's backup API is. */
export async function copySqlite({ db }: Database, target: string): Promise<void> {
  await sql`vacuum into ${target}`.execute(db);
}

export async function currentUploads({ db }: Database): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where((field) =>
      field.or([
        field('retired_at', 'is', null),
        field('endpoint_id', 'in', field.selectFrom('bin').select('bin.id')),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}
