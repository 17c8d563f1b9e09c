/**
 * The tests' own PostgreSQL ends with the process that started it and leaves the exit status alone: a failed run
 * must not count as passed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { expect, it } from 'vitest';

const script = `
  import { startEmbeddedServer } from './tests/support/embedded-server.ts';
  const server = await startEmbeddedServer();
  await server.createDatabase('used');
  console.log(server.url);
  process.exit(3);
`;

it('a process that has used PostgreSQL ends with its own status, and PostgreSQL with it', async () => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    // Its binaries may have to be copied to a folder from which programs can be started.
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url, ended] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(ended).toEqual([3, null]);
  await expect(new pg.Client({ connectionString: `${url.trim()}/used` }).connect()).rejects.toThrow(
    'ECONNREFUSED',
  );
});
