/** Contract 1.3.13: what a publication leaves that was killed goes within minutes, and nothing else does. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProgram } from '../support/program.ts';
import { startTestService } from '../support/service.ts';

const minute = 60_000;
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablecast-killed-'));
  file = join(folder, 'many.csv');
  await writeFile(
    file,
    `id,text\n${Array.from({ length: 200_000 }, (_, i) => `${i},some text of ${i}\n`).join('')}`,
  );
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

const uploads = (): Promise<string[]> => readdir(join(folder, 'uploads')).catch(() => []);

/** Starts publishing, and kills it when `isTime`. */
async function killedPublish(isTime: () => Promise<boolean>): Promise<void> {
  const child = startProgram(['publish', file], { DATA_DIR: folder });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await expect.poll(isTime, { interval: 1 }).toBe(true);
  child.kill('SIGKILL');
  await ended;
}

const isHalfWritten = async (): Promise<boolean> =>
  (await uploads()).some((name) => name.startsWith('beginning-'));

describe('what a killed publication leaves', () => {
  it('half written: goes at once, but not while its process lives', async () => {
    await killedPublish(isHalfWritten);
    expect(await uploads()).toHaveLength(1);
    const alive = startProgram(['publish', file], { DATA_DIR: folder });
    await expect.poll(async () => (await uploads()).length, { interval: 1 }).toBe(2);
    alive.kill('SIGSTOP');
    await using service = await startTestService({ environment: { DATA_DIR: folder } });
    await expect.poll(uploads).toHaveLength(1);
    const ended = new Promise((resolve) => alive.once('close', resolve));
    alive.kill('SIGCONT');
    expect(await ended).toBe(0);
    expect(await isHalfWritten()).toBe(false);
    expect(await service.database.db.selectFrom('endpoints').select('id').execute()).toHaveLength(1);
  });

  it('stored, but not recorded: goes after minutes, whenever the service was started', async () => {
    await using first = await startTestService({ environment: { DATA_DIR: folder } });
    const kept = await first.publish('a\n1\n');
    const before = await uploads();
    await first.stop();
    const database = new DatabaseSync(join(folder, 'tablecast.sqlite'));
    await killedPublish(async () => {
      // From here on the publication can store its file, but not record it.
      if (!database.isTransaction && (await isHalfWritten())) database.exec('begin immediate');
      return (await uploads()).filter((name) => !name.includes('-')).length > before.length;
    });
    database.close();
    const left = await uploads();
    expect(left).toHaveLength(2);

    await using soon = await startTestService({ environment: { DATA_DIR: folder }, ahead: minute });
    expect(await (await soon.get(kept)).text()).toBe('a\n1\n');
    await soon.stop();
    expect(await uploads()).toEqual(left);

    await using later = await startTestService({ environment: { DATA_DIR: folder }, ahead: 6 * minute });
    await expect.poll(uploads).toEqual(before);
    await expect
      .poll(async () => (await later.database.db.selectFrom('uploads').select('id').execute()).length)
      .toBe(1);
    expect(await (await later.get(kept)).text()).toBe('a\n1\n');
  });

  it('a publication that stood still for so long fails, and can be made again', async () => {
    await using service = await startTestService({ environment: { DATA_DIR: folder } });
    const alive = startProgram(['publish', file], { DATA_DIR: folder });
    await expect.poll(isHalfWritten, { interval: 1 }).toBe(true);
    alive.kill('SIGSTOP');
    const { db } = service.database;
    await db.updateTable('uploads').set({ retired_at: 1 }).execute();
    await using sweeping = await startTestService({ environment: { DATA_DIR: folder } });
    await expect.poll(() => sweeping.database.db.selectFrom('uploads').select('id').execute()).toEqual([]);
    const ended = new Promise((resolve) => alive.once('close', resolve));
    let said = '';
    alive.stderr.on('data', (text) => {
      said += text;
    });
    alive.kill('SIGCONT');
    expect([await ended, said]).toEqual([1, 'Storing the file took too long. Publish it again.\n']);
    expect(await db.selectFrom('endpoints').select('id').execute()).toEqual([]);
  });
});

describe('a database that does not know most uploads', () => {
  it('is taken for a wrong one: nothing is removed', async () => {
    const logLines: string[] = [];
    await using service = await startTestService({ environment: { DATA_DIR: folder } });
    for (const text of ['a\n1\n', 'a\n2\n']) await service.publish(text);
    const before = await uploads();
    await service.stop();
    const other = { DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, 'other.sqlite')}` };
    await using wrong = await startTestService({ environment: other, logLines });
    await expect.poll(() => logLines.join('')).toContain('most uploads are not known to the database');
    expect(await uploads()).toEqual(before);
    await wrong.stop();
  });
});
