/**
 * `backup FOLDER` (docs/operations.md): what is copied while the service is busy is a whole state that another
 * service can start on.
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  connect,
  createEndpoint,
  type Platforms,
  platformOwner,
  startPlatformService,
  startPlatforms,
} from '../support/platform-service.ts';
import { runProgram } from '../support/program.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { smallAirtable } from '../support/small-tables.ts';

const token = 'a-token-of-an-endpoint';
const headers = { authorization: `Bearer ${token}` };
const table = 'name,age\nAnn,41\nBo,7\n';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablecast-backup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

interface State {
  readonly guarded: string;
  readonly linked: string;
  readonly proxy: string;
  readonly secret: unknown;
}

/** An owner with an upload behind a token, a proxy, a platform and a secret for webhooks. */
async function makeState(service: TestService, { airtable }: Platforms): Promise<State> {
  const guarded = await service.publish(table, '--owner', platformOwner, '--token', token);
  const connection = await connect(service, 'airtable', '--token', airtable.addPersonalToken());
  const proxy = await service.command('proxy', 'create', guarded, '--param', 'type=json_values');
  return {
    guarded,
    linked: await createEndpoint(service, connection, ...smallAirtable(airtable).words),
    proxy: String(proxy['id']),
    secret: (await service.command('account', 'webhook-secret', platformOwner))['secret'],
  };
}

/** Data, token, proxy and what is sealed: all as they were. */
async function expectSameState(
  environment: Readonly<Record<string, string>>,
  { guarded, linked, proxy, secret }: State,
): Promise<void> {
  await using service = await startTestService({ environment });
  expect((await service.get(guarded)).status).toBe(401);
  expect(await (await service.get(guarded, headers)).text()).toBe(table);
  expect(await (await service.get(`proxy/${proxy}`, headers)).text()).toBe('[["Ann",41],["Bo",7]]');
  const rows = await service.get(linked);
  expect([rows.status, (await rows.text()).split('\n').length]).toEqual([200, 5]);
  expect(await service.command('account', 'webhook-secret', platformOwner)).toEqual({ secret });
}

describe('a backup on SQLite', () => {
  it('is a whole state, whenever it is made while others write', async () => {
    await using platforms = await startPlatforms();
    await using service = await startPlatformService(platforms);
    const state = await makeState(service, platforms);
    await service.command('account', 'set', platformOwner, '--credits', '1000000');
    const replaced = await service.publish('version\n0\n');
    const copies = [1, 2, 3].map((count) => join(folder, `copy-${count}`));
    const work = startWork(service, state, replaced);
    for (const copy of copies) {
      const { status, stderr } = await runProgram(['backup', copy], service.environment);
      expect([status, stderr]).toEqual([0, '']);
    }
    expect(await work.stop()).toEqual([200]);
    for (const copy of copies) expectWhole(copy);
    await expectSameState({ ...platforms.environment, DATA_DIR: copies.at(-1) ?? '' }, state);
  });

  it('has no half-written uploads, and is for its owner alone', async () => {
    await using service = await startTestService();
    await service.publish(table);
    await mkdir(join(service.folder, 'uploads/beginning-x'));
    const copy = join(folder, 'copy');
    expect(await service.command('backup', copy)).toEqual({
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
    await using service = await startTestService();
    await service.publish(table);
    await expect(service.command('backup', service.folder)).rejects.toThrow(
      `The folder ${service.folder} is not empty.`,
    );
    const [upload = ''] = await readdir(join(service.folder, 'uploads'));
    await rm(join(service.folder, 'uploads', upload), { recursive: true });
    await expect(service.command('backup', join(folder, 'copy'))).rejects.toThrow(
      `The backup is not complete: 1 uploads that endpoints need are not in ${join(service.folder, 'uploads')}, for example ${upload}.`,
    );
  });
});

describe('a backup on PostgreSQL', () => {
  it('has uploads and key, and with a copy of the database it is the same state', async () => {
    await using platforms = await startPlatforms();
    const service = await startPlatformService(platforms, { engine: 'postgres' });
    const state = await makeState(service, platforms);
    const copy = join(folder, 'copy');
    const made = await service.command('backup', copy);
    await service.stop();
    expect(made['database']).toBe('not copied: run pg_dump before this command');
    expect((await readdir(copy)).toSorted()).toEqual(['secret-key', 'uploads']);
    const url = await copyPostgresDatabase(service.environment['DATABASE_URL'] ?? '');
    await expectSameState({ ...platforms.environment, DATABASE_URL: url, DATA_DIR: copy }, state);
    await rm(service.folder, { recursive: true });
  });
});

/** Hits that are charged and a file that is replaced, until it is stopped: the statuses that were answered. */
function startWork(service: TestService, { guarded }: State, replaced: string) {
  const statuses = new Set<number>();
  let isRunning = true;
  const hit = async (): Promise<void> => {
    const answer = await service.get(guarded, headers);
    statuses.add(answer.status);
    await answer.text();
  };
  const repeat = async (work: () => Promise<unknown>): Promise<void> => {
    while (isRunning) await work();
  };
  const running = [repeat(hit), repeat(() => service.publish('version\n1\n', '--replace', replaced))];
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
  expect(uploads).toHaveLength(2);
  for (const { id } of uploads) {
    expect(existsSync(join(copy, 'uploads', String(id), 'table.json')), String(id)).toBe(true);
  }
  const sums =
    'select credits, (select sum(amount) from credit_entries where account_id = accounts.id) as entries';
  const account = database.prepare(`${sums} from accounts where email = ?`).get(platformOwner);
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
