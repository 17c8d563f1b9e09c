/** An upgrade from every earlier version of the schema (docs/operations.md): the data is there, tokens work. */
import { type Dialect, Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NodeSqliteDialect } from '../../src/storage/database/node-sqlite-dialect.ts';
import type { Schema } from '../../src/storage/database/schema.ts';
import { allMigrations } from '../../src/storage/migrations/all-migrations.ts';
import {
  bothEngines,
  createPostgresDatabase,
  type EngineName,
  startTestService,
} from '../support/service.ts';
import { sessionless } from '../support/session.ts';

const newest = Object.keys(allMigrations).length;
const earlier = Array.from({ length: newest - 1 }, (_, index) => index + 1);
const cases = bothEngines.flatMap((engine) => earlier.map((version) => [engine, version] as const));

const owner = 'ann@example.com';
const table = 'name,age\nAnn,41\n';
const password = 'correct horse battery';
const headers = { authorization: 'Bearer a-token-of-an-endpoint' };

describe('an upgrade', () => {
  it.each(cases)(
    'on %s from schema version %i keeps accounts, endpoints and tokens',
    async (engine, version) => {
      await using current = await startTestService({ engine });
      await current.command('account', 'create', owner, '--plan', 'standard', '--password', password);
      const id = await current.publish(table, '--owner', owner, '--token', 'a-token-of-an-endpoint');
      const old = await oldDatabase(engine, current.folder, version);
      await copyRows(current.database.db, old.db);
      await old.db.destroy();

      const environment = { DATA_DIR: current.folder, DATABASE_URL: old.url };
      await using upgraded = await startTestService({ environment });
      expect(await upgraded.database.db.selectFrom('schema_version').selectAll().execute()).toEqual([
        { version: newest },
      ]);
      expect((await upgraded.get(id)).status).toBe(401);
      const answer = await upgraded.get(id, headers);
      expect([answer.status, await answer.text()]).toEqual([200, table]);
      expect(await upgraded.command('account', 'show', owner)).toMatchObject({
        plan: 'standard',
        credits: 99,
      });
      const signIn = { email: owner, password };
      expect((await sessionless(upgraded).call('POST', '/api/auth/sign-in/email', signIn)).status).toBe(200);
    },
  );
});

/** As the program of that version has left it. */
async function oldDatabase(engine: EngineName, folder: string, version: number) {
  const file = `${folder}/version-${version}.sqlite`;
  const url = engine === 'sqlite' ? `sqlite:${file}` : await createPostgresDatabase({ empty: true });
  const dialect: Dialect =
    engine === 'sqlite'
      ? new NodeSqliteDialect(file)
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) });
  const db = new Kysely<Schema>({ dialect });
  for (let step = 1; step <= version; step++) await allMigrations[step]?.(db);
  await sql`create table schema_version (version integer not null)`.execute(db);
  await sql`insert into schema_version values (${version})`.execute(db);
  return { url, db };
}

/** Of columns that have moved. */
const todaysPlace: Readonly<Record<string, RawBuilder<unknown>>> = {
  password_hash: sql`(select password from sign_in_methods where user_id = accounts.id) as password_hash`,
};

const anyRow = z.record(z.string(), z.unknown());

/** What the earlier version has a place for. */
async function copyRows(from: Kysely<Schema>, to: Kysely<Schema>): Promise<void> {
  for (const { name, columns } of await to.introspection.getTables()) {
    // What only limits calls for a minute has another name today, and need not be kept; here are no proxies.
    if (['schema_version', 'pace_slots', 'proxies'].includes(name)) continue;
    const names = sql.join(columns.map((column) => sql.ref(column.name)));
    const wanted = sql.join(columns.map((column) => todaysPlace[column.name] ?? sql.ref(column.name)));
    const { rows } = await sql`select ${wanted} from ${sql.table(name)}`.execute(from);
    for (const row of z.array(anyRow).parse(rows)) {
      const values = sql.join(columns.map((column) => row[column.name]));
      await sql`insert into ${sql.table(name)} (${names}) values (${values})`.execute(to);
    }
  }
}
