/** What fails at its first use is tried again by the next request: only success is remembered. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startS3Emulator } from '../../emulators/s3/s3-emulator.ts';
import { type ServingProgram, serveProgram } from '../support/program.ts';
import { s3Settings } from '../support/s3-settings.ts';
import { startTestService } from '../support/service.ts';

/** The first time that one of these is loaded or read, there are too many open files. */
const failures = `
  import fs from 'node:fs';
  import { registerHooks, syncBuiltinESMExports } from 'node:module';
  const failed = new Set();
  const failOnce = (what) => {
    if (failed.has(what)) return;
    failed.add(what);
    throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  };
  registerHooks({
    resolve: (name, context, next) => {
      if (name === 'marked' || name === 'better-auth') failOnce(name);
      return next(name, context);
    },
  });
  for (const name of ['readdir', 'readFile']) {
    const whole = fs.promises[name];
    fs.promises[name] = async (path, ...more) => {
      if (String(path).includes('dashboard/dist')) failOnce(name);
      return whole(path, ...more);
    };
  }
  syncBuiltinESMExports();
`;

describe('a failure at the first use', () => {
  let folder: string;
  let program: ServingProgram;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tablecast-first-'));
    program = await serveProgram({
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failures)}`,
    });
  });
  afterAll(async () => {
    await program[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  const statuses = async (path: string, times: number): Promise<number[]> => {
    const answered: number[] = [];
    for (let turn = 0; turn < times; turn++) answered.push((await fetch(program.url + path)).status);
    return answered;
  };

  it('of the documentation', async () => {
    expect(await statuses('/docs/errors', 3)).toEqual([500, 200, 200]);
  });

  it('of the sign-in', async () => {
    expect(await statuses('/api/auth/get-session', 3)).toEqual([500, 200, 200]);
  });

  it('of the files of the dashboard', async () => {
    expect(await statuses('/app/', 4)).toEqual([500, 500, 200, 200]);
  });
});

it('copies of uploads that had no place at the start get one', async () => {
  await using s3 = await startS3Emulator();
  await using publisher = await startTestService({ environment: s3Settings(s3) });
  const id = await publisher.publish('name\nAnn\n');
  await publisher.stop();
  const copies = join(publisher.folder, 'upload-copies');
  await rm(copies, { recursive: true, force: true });
  await writeFile(copies, 'in the way');
  await using service = await startTestService({ from: publisher });
  expect((await service.get(id)).status).toBe(500);
  expect(await readFile(copies, 'utf8')).toBe('in the way');
  await rm(copies);
  expect(await (await service.get(id)).text()).toBe('name\nAnn\n');
});
