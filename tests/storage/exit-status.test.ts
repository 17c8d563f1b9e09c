/** The tests' own PostgreSQL leaves the exit status alone: a failed run must not count as passed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const script = `
  import { startEmbeddedServer } from './tests/support/embedded-server.ts';
  const server = await startEmbeddedServer();
  await server[Symbol.asyncDispose]();
  process.exitCode = 3;
`;

it('a process that has used PostgreSQL ends with the status that it has set', async () => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    stdio: 'ignore',
  });
  expect(await once(child, 'exit')).toEqual([3, null]);
});
