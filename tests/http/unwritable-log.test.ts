/** A log that cannot be written: the service answers as ever, and stops as ever (contract 10.5.1). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../support/free-port.ts';
import { endWithThisProcess, mainFile } from '../support/service-process.ts';

describe('a log that cannot be written', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tablecast-log-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function serve(name: string, stdout: 'pipe' | number): Promise<{ child: ChildProcess; url: string }> {
    const port = await freePort();
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: join(folder, name),
      PORT: String(port),
      STOP_GRACE_MS: '0',
    };
    const child = spawn(process.execPath, [mainFile, 'serve'], { env, stdio: ['ignore', stdout, 'inherit'] });
    void endWithThisProcess(child);
    const url = `http://127.0.0.1:${port}/`;
    while (!(await fetch(url).catch(() => undefined))?.ok) await pause(50);
    return { child, url };
  }
  async function askOften(url: string, times: number): Promise<number[]> {
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const ask = (): Promise<number> =>
      new Promise((resolve, reject) => {
        get(url, { agent }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        }).on('error', reject);
      });
    const statuses = await Promise.all(Array.from({ length: times }, ask));
    agent.destroy();
    return [...new Set(statuses)];
  }
  async function endOf(child: ChildProcess): Promise<number | null> {
    child.kill('SIGTERM');
    await once(child, 'exit');
    return child.exitCode;
  }

  it('on a full disk', async () => {
    const full = await open('/dev/full', 'w');
    const { child, url } = await serve('full', full.fd);
    await full.close();
    expect(await askOften(url, 1_000)).toEqual([200]);
    expect(await endOf(child)).toBe(0);
  });

  it('into a pipe that nobody reads', async () => {
    const { child, url } = await serve('unread', 'pipe');
    expect(await askOften(url, 1_500)).toEqual([200]);
    expect(await endOf(child)).toBe(0);
  });

  it('into a pipe whose reader is gone', async () => {
    const { child, url } = await serve('gone', 'pipe');
    child.stdout?.destroy();
    expect(await askOften(url, 500)).toEqual([200]);
    expect(await endOf(child)).toBe(0);
  });

  it('keeps what its buffer holds, and says how many lines were lost when it can be written again', async () => {
    const output = fileURLToPath(new URL('../../src/logging/log-output.ts', import.meta.url));
    const script = `import { LogOutput } from ${JSON.stringify(output)};
      const output = new LogOutput();
      const line = JSON.stringify({ msg: 'x'.repeat(985) }) + '\\n';
      for (let i = 0; i < 3000; i++) output.write(line);
      process.stdin.once('data', () => output.flush(() => process.exit()));
      process.stderr.write('written');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    await once(child.stderr, 'data');
    child.stdin.write('go on');
    const lines = (await text(child.stdout)).trim().split('\n');
    const last = z.object({ lost: z.number(), msg: z.string() }).parse(JSON.parse(lines.pop() ?? ''));
    expect(last.msg).toBe(`${last.lost} log lines were lost`);
    expect(last.lost).toBeGreaterThan(1_500);
    expect(lines.length + last.lost).toBe(3_000);
  });
});
