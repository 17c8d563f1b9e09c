/**
 * Migrates the schema to the version of this program: creates it on first start, upgrades an older one, refuses a
 * newer one. If several processes start at once, only one of them migrates (contract 9.3).
 */
import { sql } from 'kysely';
import { allMigrations, type Migration } from '../migrations/all-migrations.ts';
import type { Db, Engine } from './database.ts';

export class SchemaTooNewError extends Error {
  override readonly name = 'SchemaTooNewError';
}

export async function migrate(
  db: Db,
  engine: Engine,
  migrations: Readonly<Record<number, Migration>> = allMigrations,
): Promise<void> {
  const target = Math.max(0, ...Object.keys(migrations).map(Number));
  await db.transaction().execute(async (transaction) => {
    await engine.lockForMigration(transaction);
    const current = await readVersion(transaction);
    if (current > target) {
      throw new SchemaTooNewError(
        `The database has schema version ${current}, but this program knows only up to ${target}: start a newer Tablecast.`,
      );
    }
    for (let version = current + 1; version <= target; version++) await migrations[version]?.(transaction);
    if (current < target) await writeVersion(transaction, target);
  });
}

async function readVersion(db: Db): Promise<number> {
  await sql`create table if not exists schema_version (version integer not null)`.execute(db);
  const row = await db.selectFrom('schema_version').select('version').executeTakeFirst();
  return row?.version ?? 0;
}

async function writeVersion(db: Db, version: number): Promise<void> {
  await db.deleteFrom('schema_version').execute();
  await db.insertInto('schema_version').values({ version }).execute();
}
