/** The real program as a process of its own, as an operator starts it; it is ended with the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const node = process.execPath;

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs it to its end; `launcher` are the words before it, `input` its standard input, which stays open. */
export async function runProgram(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  launcher: readonly string[] = [],
  input = '',
): Promise<Ended> {
  const child = startProgram(words, environment, launcher);
  child.stdin.on('error', () => {});
  child.stdin.write(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended(child)]);
  return { status: child.exitCode, stdout, stderr };
}

export interface ServingProgram extends AsyncDisposable {
  readonly url: string;
  signal(name: NodeJS.Signals): void;
  /** The exit status, or null when a signal ended it. */
  ended(): Promise<number | null>;
}

/** `serve`, up to the moment at which it answers. Unless the environment says otherwise it stops without a grace. */
export async function serveProgram(
  environment: Readonly<Record<string, string>>,
  launcher: readonly string[] = [],
): Promise<ServingProgram> {
  const child = startProgram(
    ['serve'],
    { LOG_LEVEL: 'silent', STOP_GRACE_MS: '0', ...environment },
    launcher,
  );
  const errors = text(child.stderr);
  child.stdout.resume();
  const url = await answering(environment, child, errors);
  const finish = async (): Promise<number | null> => {
    await ended(child);
    return child.exitCode;
  };
  return {
    url,
    signal: (name) => void child.kill(name),
    ended: finish,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await finish();
    },
  };
}

/** A root that file modes and low ports bind as they bind anybody; nothing for other users, whom they bind. */
export const withoutRights: readonly string[] =
  process.getuid?.() === 0
    ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search,-net_bind_service']
    : [];

export function startProgram(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  launcher: readonly string[] = [],
) {
  const [file = node, ...rest] = [...launcher, node, 'src/main.mjs', ...words];
  return spawn(file, rest, {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function answering(
  environment: Readonly<Record<string, string>>,
  child: ChildProcess,
  errors: Promise<string>,
): Promise<string> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The program ended: ${await errors}`);
    const url = environment['PORT'] === '0' ? await announcedUrl(environment) : ownUrl(environment);
    const answer = await fetch(`${url}/`).catch(() => undefined);
    if (answer?.ok) return url;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const ownUrl = (environment: Readonly<Record<string, string>>): string =>
  `http://127.0.0.1:${environment['PORT']}`;

/** Of a service that takes any free port. */
async function announcedUrl(environment: Readonly<Record<string, string>>): Promise<string> {
  const file = join(environment['DATA_DIR'] ?? '', 'service.json');
  return /"baseUrl":"([^"]+)"/.exec(await readFile(file, 'utf8').catch(() => ''))?.[1] ?? '';
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
