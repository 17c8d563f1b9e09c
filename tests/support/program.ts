/** The real program as a process of its own, as an operator starts it; it is ended with the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const node = process.execPath;

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs it to its end. */
export async function runProgram(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const child = start(words, environment);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended(child)]);
  return { status: child.exitCode, stdout, stderr };
}

export interface ServingProgram extends AsyncDisposable {
  readonly url: string;
  signal(name: NodeJS.Signals): void;
  /** The exit status, or null when a signal ended it. */
  ended(): Promise<number | null>;
}

/** `serve`, up to the moment at which it answers. */
export async function serveProgram(environment: Readonly<Record<string, string>>): Promise<ServingProgram> {
  const child = start(['serve'], { LOG_LEVEL: 'silent', ...environment });
  const errors = text(child.stderr);
  child.stdout.resume();
  const url = `http://127.0.0.1:${environment['PORT']}`;
  await answering(url, child, errors);
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

function start(words: readonly string[], environment: Readonly<Record<string, string>>) {
  return spawn(node, ['src/main.mjs', ...words], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function answering(url: string, child: ChildProcess, errors: Promise<string>): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The program ended: ${await errors}`);
    const answer = await fetch(`${url}/`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
