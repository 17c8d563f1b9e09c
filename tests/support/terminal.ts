/** The program as a person runs it, on a terminal of its own: what they read, and the keys that they press. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Terminal extends AsyncDisposable {
  /** All that was printed, with plain line ends. */
  readonly text: () => string;
  press(keys: string): void;
  /** The exit status. */
  ended(): Promise<number | null>;
}

export const controlC = '\x03';

export function openTerminal(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Terminal {
  const command = `exec ${[process.execPath, 'src/main.mjs', ...words].map(quoted).join(' ')}`;
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { PATH: process.env['PATH'], SHELL: '/bin/sh', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (bytes: Buffer) => {
    printed += String(bytes);
  });
  const ended = async (): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode;
  };
  return {
    text: () => printed.replaceAll('\r\n', '\n'),
    press: (keys) => void child.stdin.write(keys),
    ended,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended();
    },
  };
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
