/** Scratch files: one folder for each process, removed when it crashed, and never while it lives. */
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openScratch, sweepScratch } from '../../src/storage/scratch.ts';
import { serveProgram } from '../support/program.ts';
import { openRequest } from '../support/raw-http.ts';
import { startTestService } from '../support/service.ts';

const largeTable = (): string =>
  `id,text\n${Array.from({ length: 20_000 }, (_, index) => `${index},${'x'.repeat(20)}`).join('\n')}\n`;
const everything = (id: string): string => `${id}?sql=${encodeURIComponent('SELECT * FROM service_table')}`;

it('of a process that was killed nothing is left once another starts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-scratch-'));
  const scratch = join(folder, 'scratch');
  const environment = { DATA_DIR: folder, PORT: '0' };
  {
    await using preparing = await startTestService({ environment: { DATA_DIR: folder } });
    const id = await preparing.publish(`a,b\n${`${'x'.repeat(90)},1\n`.repeat(200_000)}`);
    await using killed = await serveProgram(environment);
    const socket = openRequest(killed.url, `GET /${everything(id)}`);
    // The result is on disk for as long as nobody reads it.
    await expect
      .poll(() => readdir(scratch, { recursive: true }))
      .toContainEqual(expect.stringContaining('rows'));
    killed.signal('SIGKILL');
    await killed.ended();
    socket.destroy();
  }
  const [left, ...more] = await readdir(scratch);
  expect(more).toEqual([]);
  await using _again = await serveProgram(environment);
  await expect.poll(() => readdir(scratch)).not.toContain(left);
  expect(await readdir(scratch)).toHaveLength(1);
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

it('the folder of a process that lives stays, however old it is, and its exports go on', async () => {
  await using service = await startTestService();
  const id = await service.publish(largeTable());
  const scratch = join(service.folder, 'scratch');
  const longAgo = new Date(Date.now() - 7 * 60 * 60 * 1_000);
  const before = await readdir(scratch);
  for (const name of await readdir(scratch, { recursive: true })) {
    await utimes(join(scratch, name), longAgo, longAgo);
  }
  await using _second = await startTestService({ from: service });
  await sweepScratch(scratch, Date.now());
  expect(await readdir(scratch)).toEqual(expect.arrayContaining(before));
  expect((await (await service.get(everything(id))).text()).split('\n')).toHaveLength(20_002);
});

it('a process that stops takes its folder with it', async () => {
  await using service = await startTestService();
  const scratch = join(service.folder, 'scratch');
  expect(await readdir(scratch)).toHaveLength(1);
  await service.command('endpoint', 'preview', await service.publish('a\n1\n'));
  expect(await readdir(scratch)).toHaveLength(1);
  await using second = await startTestService({ from: service });
  expect(await readdir(scratch)).toHaveLength(2);
  await second.stop();
  expect(await readdir(scratch)).toHaveLength(1);
});

it('a step of the clean-up that fails does not keep the others from their work', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-scratch-'));
  await writeFile(join(folder, 'uploads'), 'no folder');
  const left = join(folder, 'scratch', 'left');
  await mkdir(left, { recursive: true });
  await utimes(left, new Date(0), new Date(0));
  const logLines: string[] = [];
  await using _service = await startTestService({ environment: { DATA_DIR: folder }, logLines });
  await expect.poll(() => logLines.join('')).toContain('"step":"uploads","msg":"cleanup failed"');
  await expect.poll(() => readdir(join(folder, 'scratch'))).not.toContain('left');
  await rm(folder, { recursive: true, force: true });
});

it('what has no lock goes after six hours', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'tablecast-scratch-'));
  const now = Date.parse('2027-01-02T12:00:00Z');
  for (const [name, age] of [
    ['young', 5.9],
    ['old', 6.1],
  ] as const) {
    await mkdir(join(scratch, name));
    await writeFile(join(scratch, name, 'rows.csv'), 'x');
    const at = new Date(now - age * 60 * 60 * 1_000);
    await utimes(join(scratch, name), at, at);
  }
  await using own = await openScratch(scratch);
  await sweepScratch(scratch, now);
  expect((await readdir(scratch)).sort()).toEqual([own.path.slice(scratch.length + 1), 'young'].sort());
  await rm(scratch, { recursive: true });
});
