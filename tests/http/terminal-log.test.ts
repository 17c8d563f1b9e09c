/** The log of a service that a person started on a terminal: few lines, and made for reading. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../support/free-port.ts';
import { runProgram } from '../support/program.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';

let folder: string;
let environment: Record<string, string>;
let url: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablecast-terminal-log-'));
  const port = String(await freePort());
  environment = { DATA_DIR: join(folder, 'data'), PORT: port };
  url = `http://localhost:${port}`;
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

async function publish(): Promise<string> {
  const file = join(folder, 'orders.csv');
  await writeFile(file, 'a\n1\n');
  const { stdout } = await runProgram(['publish', file], environment);
  return z.object({ id: z.string() }).parse(JSON.parse(stdout)).id;
}

async function serve(settings: Readonly<Record<string, string>> = {}): Promise<Terminal> {
  const terminal = openTerminal(['serve'], { ...environment, ...settings });
  await expect.poll(terminal.text).toContain('Dashboard: ');
  return terminal;
}

it('by default the address, warnings and errors, and no line for a request', async () => {
  const id = await publish();
  await chmod(join(folder, 'data'), 0o755);
  await using terminal = await serve();
  expect((await fetch(`${url}/${id}`)).status).toBe(200);
  expect((await fetch(`${url}/0123456789012345678901`)).status).toBe(404);
  const warning = `Warning: DATA_DIR is readable by other users of this machine (dataDir: ${join(folder, 'data')})`;
  await expect.poll(terminal.text).toContain(warning);
  expect(terminal.text()).toContain(`Tablecast runs at ${url}\n`);
  expect(terminal.text().trim().split('\n')).toHaveLength(4);
});

it('a line for each request when LOG_LEVEL asks for it, and none of JSON', async () => {
  const id = await publish();
  await using terminal = await serve({ LOG_LEVEL: 'info' });
  await fetch(`${url}/${id}`);
  await fetch(`${url}/0123456789012345678901`);
  const lines = (): string[] => terminal.text().match(/^.* GET .*$/gm) ?? [];
  await expect.poll(lines).toHaveLength(2);
  const [found = '', missing = ''] = lines();
  expect(found).toMatch(
    new RegExp(`^\\d\\d:\\d\\d:\\d\\d 200 GET /:id in \\d+ ms \\(id: ${id.slice(0, 4)}\\)$`),
  );
  expect(missing).toMatch(/^\d\d:\d\d:\d\d 404 GET \/:id in \d+ ms \(id: 0123, error: \w+\)$/);
  expect(terminal.text()).not.toContain('{');
});
