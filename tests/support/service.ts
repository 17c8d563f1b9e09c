/**
 * The whole service, started as it is in production on a folder of its own, with a clock that the test holds,
 * and the command line beside it on the same state.
 */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { openContext } from '../../src/app-context.ts';
import { startService } from '../../src/boot/serve.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/logging/log.ts';
import type { Database } from '../../src/storage/database/database.ts';
import { openDatabase } from '../../src/storage/database/open-database.ts';
import { freePort } from './free-port.ts';
import { templateDatabase } from './template-database.ts';

export const bothEngines = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof bothEngines)[number];

/** The engine of a run, by `TEST_ENGINE`: `npm test` has SQLite, `npm run test:long` PostgreSQL. */
const usualEngine: EngineName = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';
export const engines: readonly EngineName[] = [usualEngine];

export interface ServiceOptions {
  /** That of the run, unless a test is about one of them. */
  readonly engine?: EngineName;
  readonly environment?: Readonly<Record<string, string>>;
  /** Where log lines go; nowhere unless a test asks. */
  readonly logLines?: string[];
  /** Milliseconds that its clock is ahead from the beginning. */
  readonly ahead?: number;
  /** Start on the state of an earlier service. */
  readonly from?: TestService;
}

export interface TestService extends AsyncDisposable {
  readonly url: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Milliseconds that the service's clock is ahead of the real one. */
  readonly clock: { ahead: number };
  /** The service's own state, to look at. */
  readonly database: Database;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** What the command prints, or an Error with what it says on stderr. */
  command(...words: readonly string[]): Promise<CommandAnswer>;
  /** Publishes a CSV text and answers the endpoint's id. */
  publish(csv: string, ...options: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

export type CommandAnswer = Readonly<Record<string, unknown>>;

export async function startTestService(options: ServiceOptions = {}): Promise<TestService> {
  const folder = options.from?.folder ?? (await mkdtemp(join(tmpdir(), 'tablecast-test-')));
  const port = await freePort();
  const clock = { ahead: options.ahead ?? 0 };
  const now = (): number => Date.now() + clock.ahead;
  const environment: Record<string, string> = {
    DATA_DIR: folder,
    LOG_LEVEL: options.logLines ? 'trace' : 'silent',
    ...(options.from?.environment ?? (await engineSettings(options.engine ?? usualEngine))),
    ...options.environment,
    PORT: String(port),
  };
  const config = readConfig(environment);
  if (!options.from && config.databaseUrl === `sqlite:${join(folder, 'tablecast.sqlite')}`)
    await copyFile(inject('sqliteTemplate'), join(folder, 'tablecast.sqlite'));
  const log = openLog(config.logLevel, { write: (line) => void options.logLines?.push(line) });
  const service = await startService(config, log, now);
  const database = await openDatabase(config.databaseUrl, { connections: 4, withoutTimeouts: true });
  const url = `http://127.0.0.1:${port}`;

  async function command(...words: readonly string[]): Promise<CommandAnswer> {
    const out: string[] = [];
    const err: string[] = [];
    const status = await runCommand(words, () => openContext(config, log, now), {
      out: (text) => out.push(text),
      err: (text) => err.push(text),
      person: false,
    });
    if (status !== 0) throw new Error(err.join('').trim());
    return JSON.parse(out.join(''));
  }

  async function publish(csv: string, ...more: readonly string[]): Promise<string> {
    const file = join(folder, `upload-${Math.random().toString(36).slice(2)}.csv`);
    await writeFile(file, csv);
    return String((await command('publish', file, ...more))['id']);
  }

  async function stop(): Promise<void> {
    await database.close();
    await service.stop();
  }

  return {
    url,
    environment,
    folder,
    clock,
    database,
    get: (path, headers = {}) => fetch(`${url}/${path}`, { headers }),
    command,
    publish,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
      if (!options.from) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function engineSettings(engine: EngineName): Promise<Record<string, string>> {
  return engine === 'postgres' ? { DATABASE_URL: await createPostgresDatabase() } : {};
}

/** With the current schema, or with nothing in it. */
export async function createPostgresDatabase({ empty = false } = {}): Promise<string> {
  const server = inject('postgresUrl');
  const name = `test_${Math.random().toString(36).slice(2)}`;
  const client = new pg.Client({ connectionString: `${server}/postgres` });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${empty ? 'template1' : templateDatabase}`);
  } finally {
    await client.end();
  }
  return `${server}/${name}`;
}
