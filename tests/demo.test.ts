/** `npm run demo` gets as far as its last line, and who follows it can sign in. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { freePort } from './support/free-port.ts';
import { projectFolder } from './support/service-process.ts';
import { signInAt } from './support/session.ts';

it('prints an account that can sign in, and forgets everything when it is stopped', async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const demo = spawn(process.execPath, ['scripts/demo.ts'], {
    cwd: projectFolder,
    env: { ...process.env, PORT: String(port), BASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  for await (const line of createInterface(demo.stdout)) {
    lines.push(line);
    if (line.startsWith('Ctrl-C stops it')) break;
  }
  const [, email = '', password = ''] =
    /Sign in as (\S+) with the password ([^\s:]+)/.exec(lines.join('\n')) ?? [];
  // Throws unless it is answered with 200.
  expect(await signInAt(url, { email, password })).not.toBe('');
  demo.kill('SIGINT');
  await once(demo, 'exit');
});
