/** One file for the log, however many wait for it at once: a second one would stay open. */
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WriteAheadLog } from './write-ahead-log.ts';

test('is opened once for all who wait, and closed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-log-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'state.sqlite');
  const log = new WriteAheadLog(file);
  await log.sync();
  expect(await openFiles(folder)).toBe(0);
  await writeFile(`${file}-wal`, 'x');
  await Promise.all(Array.from({ length: 20 }, () => log.sync()));
  expect(await openFiles(folder)).toBe(1);
  await log.close();
  expect(await openFiles(folder)).toBe(0);
});

async function openFiles(folder: string): Promise<number> {
  const files = await readdir('/proc/self/fd');
  const targets = await Promise.all(files.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(folder)).length;
}
