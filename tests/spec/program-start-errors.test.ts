/**
 * A start that cannot succeed (contract 10.3.1): within seconds one line on stderr that names the setting and what to
 * do, and status 1.
 */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { runProgram, withoutRights } from '../support/program.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablecast-start-'));
  file = join(folder, 'file');
  await writeFile(file, 'x');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function refusal(
  environment: Readonly<Record<string, string>>,
  launcher: readonly string[] = [],
): Promise<string> {
  const given = { DATA_DIR: join(folder, 'data'), PORT: '0', ...environment };
  const { status, stdout, stderr } = await runProgram(['serve'], given, launcher);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^tablecast: Setting [A-Z_]+: [^\n]+\. [A-Z][^\n]+\.\n$/);
  return stderr;
}

/** Somebody else's port for the time of a test. */
async function occupiedPort(): Promise<{ port: string } & AsyncDisposable> {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: String(port),
    [Symbol.asyncDispose]: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

it('DATA_DIR is a file', async () => {
  expect(await refusal({ DATA_DIR: file })).toContain(`DATA_DIR: ${file} is a file`);
  expect(await refusal({ DATA_DIR: join(file, 'x') })).toContain('DATA_DIR: ');
});

it.each(['/proc/a/b', '/proc/self'])('DATA_DIR is in /proc: %s', async (path) => {
  expect(await refusal({ DATA_DIR: path })).toContain(`DATA_DIR: ${path} `);
});

it('a command refuses such a DATA_DIR as well', async () => {
  const { status, stderr } = await runProgram(['account', 'list'], { DATA_DIR: '/proc/tablecast' });
  expect([status, stderr.split('\n').length]).toEqual([1, 2]);
  expect(stderr).toContain('Setting DATA_DIR: /proc/tablecast ');
});

it('DATA_DIR may not be written to', async () => {
  const locked = join(folder, 'locked');
  await mkdir(locked);
  await chmod(locked, 0o555);
  const told = 'cannot be written to: permission denied';
  expect(await refusal({ DATA_DIR: locked }, withoutRights)).toContain(`DATA_DIR: ${locked} ${told}`);
});

it('DATABASE_URL leads nowhere', async () => {
  const port = await freePort();
  const atOnce = { DATABASE_WAIT_MS: '0' };
  const refused = await refusal({
    ...atOnce,
    DATABASE_URL: `postgres://ann:s3cret@127.0.0.1:${port}/tables`,
  });
  expect(refused).toContain(`DATABASE_URL: nothing listens at 127.0.0.1:${port}.`);
  const unknown = await refusal({
    ...atOnce,
    DATABASE_URL: 'postgres://ann:s3cret@tablecast.invalid/tables',
  });
  expect(unknown).toContain('DATABASE_URL: the host tablecast.invalid is not known.');
  expect(refused + unknown).not.toContain('s3cret');
});

it('DATABASE_URL has a wrong password, or a database that is not there', async () => {
  const server = new URL(inject('postgresUrl'));
  server.pathname = '/nothing';
  const missing = await refusal({ DATABASE_URL: String(server) });
  expect(missing).toContain('has no database nothing.');
  server.password = 's3cret';
  const wrong = await refusal({ DATABASE_URL: String(server) });
  expect(wrong).toContain('does not accept user tablecast with this password.');
  expect(wrong).not.toContain('s3cret');
});

it('DATABASE_URL names a file that is no database, or cannot be one', async () => {
  await writeFile(join(folder, 'table.csv'), 'a,b\n'.repeat(100));
  const told = await refusal({ DATABASE_URL: `sqlite:${join(folder, 'table.csv')}` });
  expect(told).toContain('file is not a database');
  expect(await refusal({ DATABASE_URL: 'sqlite:/proc/a/b' })).toContain('DATABASE_URL: /proc/a ');
});

it('PORT or METRICS_PORT is in use', async () => {
  await using occupied = await occupiedPort();
  const { port } = occupied;
  expect(await refusal({ PORT: port })).toContain(`PORT: port ${port} on 127.0.0.1 is in use.`);
  const metrics = await refusal({ METRICS_PORT: port, LOG_LEVEL: 'silent' });
  expect(metrics).toContain(`METRICS_PORT: port ${port} on 127.0.0.1 is in use.`);
});

it('HOST is not an address of this machine', async () => {
  expect(await refusal({ HOST: '192.0.2.1' })).toContain('HOST: 192.0.2.1 is not an address of this');
  expect(await refusal({ HOST: 'tablecast.invalid' })).toContain('HOST: the name tablecast.invalid is not');
});

it.each(['mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp://ann:%zz@mail.example.com'])(
  'SMTP_URL is no address of a mail server: %s',
  async (address) => {
    const { status, stderr } = await runProgram(['serve'], { DATA_DIR: folder, SMTP_URL: address });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^tablecast: Setting SMTP_URL must be like smtp:\/\/USER:PASSWORD@HOST:587, [^\n]+\n$/,
    );
  },
);
