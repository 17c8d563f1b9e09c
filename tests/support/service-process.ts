/**
 * The service as it runs in production, a process of its own on a folder of its own, with its log going to a
 * file; and the command line beside it.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { freePort } from './free-port.ts';

export interface ServiceProcess extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
}

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
const mainOf = (checkout: string): string => join(checkout, 'src', 'main.mjs');
export const mainFile = mainOf(projectFolder);

/** Vitest has a BASE_URL of its own. */
const ownEnvironment = { ...process.env, BASE_URL: '' };

const startWithinMs = 60_000;

/**
 * `nodeOptions` go before the program, `--cpu-prof` for one; `settings` are those of the service. Unless they say
 * otherwise it takes any free port, and stops without a grace. `checkout` is another version of this project.
 */
export async function startServiceProcess(
  dataDir: string,
  nodeOptions: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
  checkout: string = projectFolder,
): Promise<ServiceProcess> {
  const port = settings['PORT'] ?? String(await freePort());
  const log = await open(join(dataDir, 'service.log'), 'a');
  const child = spawn(process.execPath, [...nodeOptions, mainOf(checkout), 'serve'], {
    cwd: checkout,
    env: { ...ownEnvironment, STOP_GRACE_MS: '0', ...settings, DATA_DIR: dataDir, PORT: port },
    stdio: ['ignore', log.fd, 'inherit'],
  });
  const ended = endWithThisProcess(child);
  await log.close();
  const url = `http://127.0.0.1:${port}`;
  await answering(url, () => child.exitCode !== null || child.signalCode !== null);
  return {
    url,
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Resolves when it has ended; an interrupted run leaves no process behind. */
export async function endWithThisProcess(child: ChildProcess): Promise<void> {
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  process.prependOnceListener('exit', kill);
  await once(child, 'exit');
  process.off('exit', kill);
}

const commandAnswer = z.record(z.string(), z.unknown());

export type CommandAnswer = z.infer<typeof commandAnswer>;

export function runServiceCommand(dataDir: string, ...words: readonly string[]): Promise<CommandAnswer> {
  return runCommandOf(projectFolder, dataDir, words);
}

export async function runCommandOf(
  checkout: string,
  dataDir: string,
  words: readonly string[],
): Promise<CommandAnswer> {
  const { stdout } = await promisify(execFile)(process.execPath, [mainOf(checkout), ...words], {
    cwd: checkout,
    env: { ...ownEnvironment, DATA_DIR: dataDir },
  });
  return commandAnswer.parse(JSON.parse(stdout));
}

async function answering(url: string, isEnded: () => boolean): Promise<void> {
  for (const until = Date.now() + startWithinMs; Date.now() < until && !isEnded(); await pause(20)) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('the service did not start');
}
