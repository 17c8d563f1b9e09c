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

/** For who looks after the service: when the last one was made. */
export async function noteBackup({ db }: Database, at: number): Promise<void> {
  await db
    .insertInto('notices')
    .values({ key: lastBackup, at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ at }))
    .execute();
}

export async function lastBackupAt({ db }: Database): Promise<number | undefined> {
  const row = await db.selectFrom('notices').select('at').where('key', '=', lastBackup).executeTakeFirst();
  return row && Number(row.at);
}

const lastBackup = 'last-backup';

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
