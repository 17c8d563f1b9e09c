/**
 * A copy of the project in which one mutant at a time is tested, with a PostgreSQL of its own: child processes
 * and threads that a test starts run the mutant too, and the project itself is never touched.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { startEmbeddedServer } from '../../tests/support/embedded-server.ts';
import { createTemplateDatabase } from '../../tests/support/template-database.ts';
import type { Mutant } from './make-mutants.ts';

export interface TestRun {
  readonly passed: boolean;
  readonly output: string;
  /** Of the test file that failed; undefined when all passed or the time was over. */
  readonly failedIn: string | undefined;
  readonly ms: number;
}

export interface Workplace extends AsyncDisposable {
  test(mutant: Mutant | undefined, tests: readonly string[], timeLimitMs: number): Promise<TestRun>;
}

const leftOut = new Set(['node_modules', '.git', 'data', 'coverage', '.setup']);

export async function openWorkplace(root: string): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-mutants-'));
  await cp(root, folder, {
    recursive: true,
    filter: (path) => path === root || !leftOut.has(basename(path)),
  });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const server = await startEmbeddedServer();
  await createTemplateDatabase(server);
  const running = new Set<ChildProcess>();
  const clean = (): void => {
    for (const child of running) endGroup(child);
    rmSync(folder, { recursive: true, force: true });
  };
  // Whoever interrupts the run finds nothing left either.
  process.once('exit', clean);
  return {
    test: async (mutant, tests, timeLimitMs) => {
      const path = mutant && join(folder, 'src', mutant.file);
      const original = path === undefined ? '' : await readFile(path, 'utf8');
      if (path !== undefined && mutant) await writeFile(path, mutant.text);
      try {
        return await runTests(startTests(folder, server.url, tests), running, timeLimitMs);
      } finally {
        if (path !== undefined) await writeFile(path, original);
        await dropDatabases(server.url);
      }
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      clean();
    },
  };
}

function startTests(folder: string, postgres: string, tests: readonly string[]) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/mutants/vitest.config.ts'];
  return spawn(process.execPath, [...vitest, '--reporter=dot', '--no-color', ...tests], {
    cwd: folder,
    detached: true,
    env: { ...process.env, MUTANT_TESTS: tests.join(' '), MUTANT_POSTGRES: postgres },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Ended with all its child processes when the time is over. */
async function runTests(
  child: ReturnType<typeof startTests>,
  running: Set<ChildProcess>,
  timeLimitMs: number,
): Promise<TestRun> {
  const began = performance.now();
  running.add(child);
  let output = '';
  const keep = (chunk: string): void => {
    output = (output + chunk).slice(-200_000);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const timer = setTimeout(() => endGroup(child), timeLimitMs);
  const status = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  clearTimeout(timer);
  endGroup(child);
  running.delete(child);
  const failedIn = /FAIL\s+(?:\|\w+\|\s+)?(\S+\.test\.ts)/.exec(output)?.[1];
  return { passed: status === 0, output, failedIn, ms: performance.now() - began };
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}

async function dropDatabases(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  try {
    const { rows } = await client.query("select datname from pg_database where datname like 'test\\_%'");
    for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`);
  } finally {
    await client.end();
  }
}
