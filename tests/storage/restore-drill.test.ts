/**
 * Backup and restore as docs/operations.md says, tried once on each database; `npm run restore-drill` does it 20
 * times (contract 8.1.5 and 10.5.4).
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { projectFolder } from '../support/service-process.ts';

/** It waits for the 20 seconds after which a process counts as dead. */
const withinMs = 300_000;

async function drill(engine: string): Promise<string> {
  const script = join(projectFolder, 'scripts/restore-drill.ts');
  const words = [script, '--count', '1', '--only', engine];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: projectFolder });
  return stdout;
}

it.concurrent(
  'a service on SQLite that was killed is restored from the backup made under load',
  async () => {
    expect(await drill('sqlite')).toMatch(/^sqlite drill 1: passed; .* 6 answers equal/);
  },
  withinMs,
);

it.concurrent(
  'so is one on PostgreSQL, where there is a pg_dump for it',
  async () => {
    expect(await drill('postgres')).toMatch(/^postgres(?: drill 1: passed; .* 6 answers equal|: not tried)/);
  },
  withinMs,
);
