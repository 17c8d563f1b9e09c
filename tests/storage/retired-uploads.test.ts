/** 1.3: a file that was replaced stays an hour for those who still read it, and is then removed with its record. */
import { readdir } from 'node:fs/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppContext, openContext } from '../../src/app-context.ts';
import { readConfig } from '../../src/config.ts';
import { removeRetiredUploads } from '../../src/endpoints/publish-upload.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';

const minuteMs = 60_000;

describe.each(engines)('uploads that were replaced, on %s', (engine) => {
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
});
