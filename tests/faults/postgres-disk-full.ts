/**
 * The disk of PostgreSQL is full under load on two replicas: rows that need room are refused, and without room for its
 * next log file PostgreSQL ends, until its operator has made room and started it again. Where nothing can be mounted
 * nothing is tried, and the figures say so.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type FaultKind, Findings } from './fault-kind.ts';
import type { FaultPostgres } from './fault-postgres.ts';
import { faultsUnderLoad } from './replicas-under-load.ts';
import { mountSmallDisk } from './small-disk.ts';

/** Root needs a copy of the programs on it, too. */
const diskMb = 500;
const fullForMs = 2_000;
const patienceMs = 60_000;

export const postgresDiskFull: FaultKind = async (run) => {
  await using disk = await mountSmallDisk(diskMb);
  if (!disk) {
    const findings = new Findings();
    findings.add('not tried, because nothing can be mounted');
    return findings.result(0);
  }
  const fault = async (postgres: FaultPostgres, endsLog: boolean): Promise<void> => {
    await disk.fill(0);
    if (endsLog) await beginNextLog(postgres.url);
    await pause(fullForMs);
    await disk.empty();
    await startAgain(postgres);
  };
  // Awaited here: the disk goes with this function.
  return await faultsUnderLoad(
    'postgres-disk-full',
    run,
    async ({ postgres, findings }, cycle) => {
      const endsLog = cycle % 2 === 1;
      const before = postgres.server.pid();
      await fault(postgres, endsLog);
      if (postgres.server.pid() !== before) findings.add('times that PostgreSQL ended');
      return {
        healedAt: performance.now(),
        name: endsLog ? 'no room for the next log file' : 'no room for rows',
      };
    },
    disk.folder,
  );
};

/** Which fails, and may take the server with it. */
async function beginNextLog(url: string): Promise<void> {
  await ask(url, 'select pg_switch_wal()').catch(() => undefined);
  await ask(url, 'create table next_log as select 1; drop table next_log').catch(() => undefined);
}

/** As the operator or a supervisor does once there is room. */
async function startAgain({ server, url }: FaultPostgres): Promise<void> {
  const until = performance.now() + patienceMs;
  for (; ; await pause(100)) {
    if (!server.isRunning()) await server.start();
    const isBack = await ask(url, 'select 1').then(
      () => true,
      () => false,
    );
    if (isBack) return;
    if (performance.now() > until) throw new Error('PostgreSQL does not come back on a disk with room');
  }
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}
