/** The schema at the start: created, migrated, or refused when it is newer than the program. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/storage/database/database.ts';
import { migrate } from '../../src/storage/database/migrate.ts';
import { openDatabase } from '../../src/storage/database/open-database.ts';
import { openPostgres } from '../../src/storage/database/postgres-database.ts';
import { openSqlite } from '../../src/storage/database/sqlite-database.ts';
import { allMigrations } from '../../src/storage/migrations/all-migrations.ts';
import { bothEngines, createPostgresDatabase, type EngineName } from '../support/service.ts';

const folders: string[] = [];

async function newAddress(engine: EngineName): Promise<string> {
  if (engine === 'postgres') return createPostgresDatabase({ empty: true });
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-migrate-'));
  folders.push(folder);
  return `sqlite:${join(folder, 'state.sqlite')}`;
}

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** As an older program has left it. */
async function openAtVersion(engine: EngineName, version: number): Promise<Database> {
  const address = await newAddress(engine);
  const database =
    engine === 'sqlite'
      ? openSqlite(address)
      : await openPostgres(address, { connections: 2, brokeOff: () => {}, withoutTimeouts: true });
  const older = Object.entries(allMigrations).filter(([number]) => Number(number) <= version);
  await migrate(database.db, database.engine, Object.fromEntries(older));
  return database;
}

async function versionOf({ db }: Database): Promise<number[]> {
  return (await db.selectFrom('schema_version').select('version').execute()).map(({ version }) => version);
}

describe.each(bothEngines)('the schema on %s', (engine) => {
  it('is created by the first start', async () => {
    const database = await openDatabase(await newAddress(engine));
    expect(await versionOf(database)).toEqual([Math.max(...Object.keys(allMigrations).map(Number))]);
    expect(await database.db.selectFrom('endpoints').selectAll().execute()).toEqual([]);
    await database.close();
  });

  it('is migrated when it is older', async () => {
    const database = await openDatabase(await newAddress(engine));
    const next = Math.max(...Object.keys(allMigrations).map(Number)) + 1;
    await migrate(database.db, database.engine, {
      ...allMigrations,
      [next]: async (db) => {
        await db.schema.alterTable('endpoints').addColumn('colour', 'text').execute();
      },
    });
    expect(await versionOf(database)).toEqual([next]);
    await database.close();
  });

  it('keeps of the id of a proxy its first characters only', async () => {
    const database = await openAtVersion(engine, 4);
    const { db } = database;
    await sql`insert into proxies (digest, id, endpoint_id, parameters, created_at)
      values ('d', 'AbCdEf0123456789012345', 'e', '{}', 7)`.execute(db);
    await migrate(db, database.engine);
    expect(await db.selectFrom('proxies').selectAll().execute()).toEqual([
      {
        digest: 'd',
        hint: 'AbCdEf',
        endpoint_id: 'e',
        parameters: '{}',
        created_at: 7,
        name: null,
        name_folded: null,
        revision: 0,
      },
    ]);
    await database.close();
  });

  it('lets mails that wait be sent', async () => {
    const database = await openAtVersion(engine, 5);
    const { db } = database;
    await sql`insert into outbox (id, recipient, subject, body, created_at, sent_at)
      values ('waits', 'ann@example.com', 's', 'b', 7, null), ('sent', 'ann@example.com', 's', 'b', 7, 8)`.execute(
      db,
    );
    await migrate(db, database.engine);
    const mails = await db.selectFrom('outbox').select(['id', 'attempts', 'due_at']).orderBy('id').execute();
    expect(mails).toEqual([
      { id: 'sent', attempts: 0, due_at: null },
      { id: 'waits', attempts: 0, due_at: 7 },
    ]);
    await database.close();
  });

  it('keeps the rate limits when their table gets its new name', async () => {
    const database = await openAtVersion(engine, 2);
    const { db } = database;
    await sql`insert into pace_slots (allowance, slot, at) values ('airtable base app1', 4, 7)`.execute(db);
    await migrate(db, database.engine);
    expect(await db.selectFrom('rate_limit_slots').selectAll().execute()).toEqual([
      { limit_key: 'airtable base app1', slot: 4, at: 7 },
    ]);
    await database.close();
  });

  it('leaves one current file of an endpoint, and one invitation of an address', async () => {
    const database = await openAtVersion(engine, 11);
    const { db } = database;
    await sql`insert into endpoints (id, account_id, name, type, source, source_settings, custom_parameters,
        created_at, revision, allowed_spreadsheets)
      values ('e1', 'a1', 'Prices', 'csv', 'csv_upload', '{"upload":"u2"}', '[]', 7, 0, '[]')`.execute(db);
    for (const [id, endpoint] of [
      ['u1', 'e1'],
      ['u2', 'e1'],
      ['u3', 'gone'],
    ]) {
      await sql`insert into uploads (id, endpoint_id, file_name, bytes, rows, created_at)
        values (${id}, ${endpoint}, 'a.csv', 1, 1, 7)`.execute(db);
    }
    for (const [digest, at] of [
      ['d1', 7],
      ['d2', 8],
      ['d3', 8],
    ]) {
      await sql`insert into invitations (digest, email, ends_at, created_at)
        values (${digest}, 'bob@example.com', 9, ${at})`.execute(db);
    }
    await migrate(db, database.engine);
    const current = db.selectFrom('uploads').select('id').where('retired_at', 'is', null);
    expect(await current.execute()).toEqual([{ id: 'u2' }]);
    expect(await db.selectFrom('invitations').select('digest').execute()).toEqual([{ digest: 'd3' }]);
    await database.close();
  });

  it('folds every name that is there', async () => {
    const database = await openAtVersion(engine, 11);
    const { db } = database;
    const values = Array.from(
      { length: 1_100 },
      (_, turn) =>
        sql`(${`e${turn}`}, 'a1', ${`Ärzte ${turn}`}, 'csv', 'csv_upload', '{}', '[]', 7, 0, '[]')`,
    );
    await sql`insert into endpoints (id, account_id, name, type, source, source_settings, custom_parameters,
      created_at, revision, allowed_spreadsheets) values ${sql.join(values)}`.execute(db);
    await migrate(db, database.engine);
    const rows = await db.selectFrom('endpoints').select(['name', 'name_folded']).execute();
    expect(rows).toHaveLength(1_100);
    expect(rows.filter(({ name, name_folded }) => name_folded !== name.toLowerCase())).toEqual([]);
    await database.close();
  });

  it('is left alone, with one clear line, when it is newer', async () => {
    const address = await newAddress(engine);
    const database = await openDatabase(address);
    await database.db.updateTable('schema_version').set({ version: 999 }).execute();
    await expect(openDatabase(address)).rejects.toThrow(
      /^The database has schema version 999, but this program knows only up to \d+: start a newer Tablecast\.$/,
    );
    expect(await versionOf(database)).toEqual([999]);
    await database.close();
  });

  it('is unchanged by a migration that fails', async () => {
    const database = await openDatabase(await newAddress(engine));
    const next = Math.max(...Object.keys(allMigrations).map(Number)) + 1;
    const broken = {
      ...allMigrations,
      [next]: async (db: Database['db']) => {
        await db.schema.alterTable('endpoints').addColumn('colour', 'text').execute();
        throw new Error('broken half-way');
      },
    };
    await expect(migrate(database.db, database.engine, broken)).rejects.toThrow('broken half-way');
    expect(await versionOf(database)).toEqual([next - 1]);
    const tables = await database.db.introspection.getTables();
    const endpoints = tables.find(({ name }) => name === 'endpoints');
    expect(endpoints?.columns.map(({ name }) => name)).not.toContain('colour');
    await database.close();
  });

  it('is made once when 20 processes start at once', async () => {
    const address = await newAddress(engine);
    const said = await Promise.all(Array.from({ length: 20 }, () => openInProcess(address)));
    expect(said).toEqual(Array.from({ length: 20 }, () => 'opened\n'));
    const database = await openDatabase(address);
    expect(await versionOf(database)).toEqual([Math.max(...Object.keys(allMigrations).map(Number))]);
    await database.close();
  });
});

/** What a process of its own says that opens the database. */
async function openInProcess(address: string): Promise<string> {
  const script = `
    import { openDatabase } from ${JSON.stringify(resolve(import.meta.dirname, '../../src/storage/database/open-database.ts'))};
    const database = await openDatabase(${JSON.stringify(address)});
    await database.close();
    console.log('opened');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text(child.stdout);
}
