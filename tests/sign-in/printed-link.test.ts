/** What a person at a terminal reads after the start, wherever the log goes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { runProgram } from '../support/program.ts';

let folder: string;
let environment: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablecast-terminal-'));
  environment = { DATA_DIR: folder, PORT: String(await freePort()) };
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

/** The words after `Dashboard:` on a terminal, of which one stream may go into a file; `check` looks while it runs. */
async function printed(redirection: string, check?: (words: string) => Promise<unknown>): Promise<string> {
  const command = `exec ${process.execPath} src/main.mjs serve ${redirection}`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { PATH: process.env['PATH'], SHELL: '/bin/sh', ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  try {
    const words = await wordsAfter(child, 'Dashboard: ');
    await check?.(words);
    return words;
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

async function wordsAfter(child: ChildProcess, beginning: string): Promise<string> {
  let output = '';
  for await (const bytes of child.stdout ?? []) {
    output += String(bytes);
    const line = output
      .split('\r\n')
      .find((each, index, all) => each.startsWith(beginning) && index < all.length - 1);
    if (line !== undefined) return line.slice(beginning.length);
  }
  throw new Error(`The program ended: ${output}`);
}

it('the link that makes the administrator, beside a log of JSON in a file', async () => {
  const log = join(folder, 'log.txt');
  const link = await printed(`> ${log}`, (words) =>
    expect.poll(() => readFile(log, 'utf8')).toContain(`"dashboard":"${words}"`),
  );
  expect(link).toMatch(new RegExp(`^http://localhost:${environment['PORT']}/app/setup#[\\w-]{32}$`));
  expect(await printed(`2> ${log}`)).toMatch(/setup#[\w-]{32}$/);
});

it('the address of the dashboard, when there is an administrator', async () => {
  await runProgram(
    ['account', 'create', 'ann@example.com', '--admin', '--password', 'correct horse'],
    environment,
  );
  expect(await printed('')).toBe(`http://localhost:${environment['PORT']}/app/`);
});
