/**
 * Contract 1.2.2: a file that was replaced stays an hour for those who still read it, and is then removed with its
 * record.
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppContext, openContext } from '../../src/app-context.ts';
import { readConfig } from '../../src/config/config.ts';
import { orphanedUploadSweeper, removeRetiredUploads } from '../../src/endpoints/unneeded-uploads.ts';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';

const minuteMs = 60_000;

describe.each(bothEngines)('uploads that were replaced, on %s', (engine) => {
  let service: TestService;
  let context: AppContext;
  let ahead = 0;
  beforeAll(async () => {
    service = await startTestService({ engine });
    const now = (): number => Date.now() + ahead;
    context = await openContext(readConfig(service.environment), pino({ level: 'silent' }), now);
  });
  afterAll(async () => {
    await context.database.close();
    await service[Symbol.asyncDispose]();
  });

  const files = async (): Promise<string[]> => (await readdir(context.config.uploadsDir)).sort();
  const records = async (): Promise<string[]> =>
    (await service.database.db.selectFrom('uploads').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    );

  it('go after an hour, and only they', async () => {
    const replaced = await service.publish('name\nold\n');
    const other = await service.publish('name\nother\n');
    const before = await files();
    await service.publish('name\nnew\n', '--replace', replaced);
    const all = await files();
    expect(all).toHaveLength(3);

    ahead = 59 * minuteMs;
    await removeRetiredUploads(context);
    expect([await files(), await records()]).toEqual([all, all]);

    ahead = 61 * minuteMs;
    await removeRetiredUploads(context);
    const left = await files();
    expect(left).toHaveLength(2);
    expect(await records()).toEqual(left);
    expect(before.filter((file) => !left.includes(file))).toHaveLength(1);
    expect(await (await service.get(replaced)).text()).toBe('name\nnew\n');
    expect(await (await service.get(other)).text()).toBe('name\nother\n');

    ahead = 1_000 * minuteMs;
    await removeRetiredUploads(context);
    expect(await files()).toEqual(left);
  });

  it('a folder that was stored but never recorded goes after an hour, and nothing else', async () => {
    const published = await service.publish('name\nkept\n');
    const before = await files();
    const orphan = '0123456789abcdefghijkl';
    for (const name of [orphan, 'lost+found']) await mkdir(join(context.config.uploadsDir, name));
    ahead = 0;
    const sweep = orphanedUploadSweeper(context);
    for (const minutes of [0, 30, 59]) {
      ahead = minutes * minuteMs;
      await sweep();
      expect(await files()).toContain(orphan);
    }
    ahead = 61 * minuteMs;
    await sweep();
    expect(await files()).toEqual([...before, 'lost+found'].sort());
    expect(await (await service.get(published)).text()).toBe('name\nkept\n');
    await rm(join(context.config.uploadsDir, 'lost+found'), { recursive: true });
  });

  it('a folder that is recorded in the meantime stays', async () => {
    const id = await service.publish('name\nkept\n');
    const { db } = service.database;
    const [record] = await db.selectFrom('uploads').selectAll().where('endpoint_id', '=', id).execute();
    if (!record) throw new Error('an upload has a record');
    await db.deleteFrom('uploads').where('id', '=', record.id).execute();
    ahead = 0;
    const sweep = orphanedUploadSweeper(context);
    await sweep();
    await db.insertInto('uploads').values(record).execute();
    ahead = 61 * minuteMs;
    await sweep();
    expect(await files()).toContain(record.id);
  });

  it('a database that does not know most of them removes none, however long that lasts', async () => {
    await service.publish('name\nkept\n');
    const before = await files();
    await service.database.db.deleteFrom('uploads').execute();
    ahead = 0;
    const sweep = orphanedUploadSweeper(context);
    for (const minutes of [0, 61, 600]) {
      ahead = minutes * minuteMs;
      await sweep();
    }
    expect(await files()).toEqual(before);
  });
});
