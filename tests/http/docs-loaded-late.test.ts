/** What only the documentation needs is loaded with its first page: start and memory of a service count. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveProgram } from '../support/program.ts';

/** Leaves a file behind when a module asks for `marked`. */
const watcher = `
  import { registerHooks } from 'node:module';
  import { writeFileSync } from 'node:fs';
  const resolve = (name, context, next) => {
    if (name === 'marked') writeFileSync(process.env.LOADED_FILE, name);
    return next(name, context);
  };
  registerHooks({ resolve });
`;

it('marked is loaded by the first page of the documentation, not before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-late-'));
  const loaded = join(folder, 'loaded');
  const environment = {
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    LOADED_FILE: loaded,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watcher)}`,
  };
  try {
    await using program = await serveProgram(environment);
    expect((await fetch(`${program.url}/nothing`)).status).toBe(404);
    expect(existsSync(loaded)).toBe(false);
    expect((await fetch(`${program.url}/docs/errors`)).status).toBe(200);
    expect(existsSync(loaded)).toBe(true);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
});
