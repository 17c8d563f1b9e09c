/**
 * `backup FOLDER` (docs/operations.md): what is copied while the service is busy is a whole state that another
 * service can start on.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../support/free-port.ts';
import { type Platforms, startPlatforms } from '../support/platform-service.ts';
import { runProgram, serveProgram } from '../support/program.ts';
import { createPostgresDatabase } from '../support/service.ts';
import { smallAirtable } from '../support/small-tables.ts';

const owner = 'ann@example.com';
const token = 'a-token-of-an-endpoint';
const table = 'name,age\nAnn,41\nBo,7\n';

type Environment = Readonly<Record<string, string>>;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablecast-backup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

async function environmentOf(name: string, more: Environment = {}): Promise<Environment> {
  return { DATA_DIR: join(folder, name), PORT: String(await freePort()), ...more };
}

async function command(environment: Environment, ...words: readonly string[]) {
  const { status, stdout, stderr } = await runProgram(words, environment);
  expect([status, stderr]).toEqual([0, '']);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(stdout));
}

async function publish(environment: Environment, csv: string, ...words: readonly string[]): Promise<string> {
  const file = join(folder, `upload-${Math.random().toString(36).slice(2)}.csv`);
  await writeFile(file, csv);
  return String((await command(environment, 'publish', file, ...words))['id']);
}

interface State {
  readonly guarded: string;
  readonly linked: string;
  readonly proxy: string;
  readonly secret: unknown;
}

/** An owner with an upload behind a token, a proxy, a platform and a secret for webhooks. */
async function makeState(environment: Environment, { airtable }: Platforms): Promise<State> {
  await command(environment, 'account', 'create', owner, '--plan', 'pro');
  const guarded = await publish(environment, table, '--owner', owner, '--token', token);
  const proxy = await command(environment, 'proxy', 'create', guarded, '--param', 'type=json_values');
  const add = ['connection', 'add', owner, '--platform', 'airtable', '--token', airtable.addPersonalToken()];
  const { id } = await command(environment, ...add);
  const { words } = smallAirtable(airtable);
  const create = ['endpoint', 'create', owner, '--connection', String(id), ...words];
  return {
    guarded,
    linked: String((await command(environment, ...create))['id']),
    proxy: String(proxy['id']),
    secret: (await command(environment, 'account', 'webhook-secret', owner))['secret'],
  };
}

/** Data, token, proxy and what is sealed: all as they were. */
async function expectSameState(environment: Environment, state: State): Promise<void> {
  await using service = await serveProgram(environment);
  const headers = { authorization: `Bearer ${token}` };
  const get = async (path: string, init = {}): Promise<readonly [number, string]> => {
    const answer = await fetch(`${service.url}/${path}`, init);
    return [answer.status, await answer.text()];
  };
  expect((await get(state.guarded))[0]).toBe(401);
  expect(await get(state.guarded, { headers })).toEqual([200, table]);
  expect(await get(`proxy/${state.proxy}`, { headers })).toEqual([200, '[["Ann",41],["Bo",7]]']);
  const [status, rows] = await get(state.linked);
  expect([status, rows.split('\n').length]).toEqual([200, 5]);
  expect((await command(environment, 'account', 'webhook-secret', owner))['secret']).toBe(state.secret);
}

describe('a backup on SQLite', () => {
  it('is a whole state, whenever it is made while others write', async () => {
    await using platforms = await startPlatforms();
    const environment = await environmentOf('busy', platforms.environment);
    const state = await makeState(environment, platforms);
    const replaced = await Promise.all([1, 2, 3].map(() => publish(environment, 'version\n0\n')));
    const copies = Array.from({ length: 5 }, (_, count) => join(folder, `copy-${count}`));
    {
      await using service = await serveProgram(environment);
      const work = startWork(environment, service.url, state, replaced);
      for (const copy of copies) await command(environment, 'backup', copy);
      expect(await work.stop()).toEqual([200]);
    }
    for (const copy of copies) expectWhole(copy);
    await cp(copies.at(-1) ?? '', join(folder, 'restored'), { recursive: true });
    await expectSameState(await environmentOf('restored', platforms.environment), state);
  });

  it('has no half-written uploads, and is for its owner alone', async () => {
    const environment = await environmentOf('state');
    await publish(environment, table);
    await (await serveProgram(environment))[Symbol.asyncDispose]();
    await mkdir(join(folder, 'state/uploads/beginning-x'));
    const copy = join(folder, 'copy');
    expect(await command(environment, 'backup', copy)).toEqual({
      folder: copy,
      database: join(copy, 'tablecast.sqlite'),
      uploads: 1,
      secretKey: join(copy, 'secret-key'),
    });
    expect(await readdir(join(copy, 'uploads'))).toHaveLength(1);
    for (const name of ['.', 'tablecast.sqlite', 'uploads', 'secret-key']) {
      expect([name, (await stat(join(copy, name))).mode & 0o077]).toEqual([name, 0]);
    }
  });

  it('is refused into a folder that is not empty, and fails when an upload is missing', async () => {
    const environment = await environmentOf('state');
    await publish(environment, table);
    const refused = await runProgram(['backup', folder], environment);
    expect([refused.status, refused.stderr]).toEqual([1, `The folder ${folder} is not empty.\n`]);
    const [upload = ''] = await readdir(join(folder, 'state/uploads'));
    await rm(join(folder, 'state/uploads', upload), { recursive: true });
    const failed = await runProgram(['backup', join(folder, 'copy')], environment);
    expect([failed.status, failed.stdout]).toEqual([1, '']);
    expect(failed.stderr).toMatch(/^The backup is not complete: 1 uploads [^\n]*\n$/);
    expect(failed.stderr).toContain(upload);
  });
});

describe('a backup on PostgreSQL', () => {
  it('has uploads and key, and a copy of the database beside them is the same state', async () => {
    await using platforms = await startPlatforms();
    const before = await createPostgresDatabase();
    const environment = await environmentOf('state', { ...platforms.environment, DATABASE_URL: before });
    const state = await makeState(environment, platforms);
    const after = await copyPostgresDatabase(before);
    const made = await command(environment, 'backup', join(folder, 'restored'));
    expect(made['database']).toBe('not copied: run pg_dump before this command');
    expect((await readdir(join(folder, 'restored'))).toSorted()).toEqual(['secret-key', 'uploads']);
    const restored = { ...platforms.environment, DATABASE_URL: after };
    await expectSameState(await environmentOf('restored', restored), state);
  });
});

/** Hits that are charged and files that are replaced, until it is stopped: the statuses that were answered. */
function startWork(environment: Environment, url: string, { guarded }: State, replaced: readonly string[]) {
  const statuses = new Set<number>();
  let isRunning = true;
  const hit = async (): Promise<void> => {
    const answer = await fetch(`${url}/${guarded}`, { headers: { authorization: `Bearer ${token}` } });
    statuses.add(answer.status);
    await answer.text();
  };
  const repeat = async (work: () => Promise<unknown>): Promise<void> => {
    while (isRunning) await work();
  };
  const running = [
    repeat(hit),
    ...replaced.map((id) => repeat(() => publish(environment, 'version\n1\n', '--replace', id))),
  ];
  return {
    stop: async (): Promise<number[]> => {
      isRunning = false;
      await Promise.all(running);
      return [...statuses];
    },
  };
}

/** Every upload that the copied database names is there, and the ledger is its balance. */
function expectWhole(copy: string): void {
  const database = new DatabaseSync(join(copy, 'tablecast.sqlite'), { readOnly: true });
  const uploads = database.prepare('select id from uploads where retired_at is null').all();
  expect(uploads.length).toBe(4);
  for (const { id } of uploads) {
    expect(existsSync(join(copy, 'uploads', String(id), 'table.json')), String(id)).toBe(true);
  }
  const sums = 'select credits, (select sum(amount) from credit_entries where account_id = id) as entries';
  const account = database.prepare(`${sums} from accounts where email = ?`).get(owner);
  expect(account?.['credits']).toBe(account?.['entries']);
  database.close();
}

async function copyPostgresDatabase(url: string): Promise<string> {
  const name = new URL(url).pathname.slice(1);
  const client = new pg.Client({ connectionString: url.replace(name, 'postgres') });
  await client.connect();
  await client.query(`create database ${name}_copy template ${name}`);
  await client.end();
  return `${url}_copy`;
}
