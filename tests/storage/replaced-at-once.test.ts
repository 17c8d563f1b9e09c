/**
 * Contract 1.3.13: several replaces of one file at the same time leave one that is current; the others go like every
 * retired one.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { untilSomethingWaits } from '../support/postgres-locks.ts';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';
import { signedIn } from '../support/session.ts';

const minuteMs = 60_000;

describe.each(bothEngines)('replaces at the same time, on %s', (engine) => {
  const replaceAtOnce = (service: TestService, id: string, times: number): Promise<string>[] =>
    Array.from({ length: times }, (_, turn) => service.publish(`name\nfile ${turn}\n`, '--replace', id));
  const currentOf = ({ database: { db } }: TestService, id: string) =>
    db
      .selectFrom('uploads')
      .select('id')
      .where('endpoint_id', '=', id)
      .where('retired_at', 'is', null)
      .execute();

  it('of twenty one is current and served whole, and the files of the others are removed', async () => {
    await using service = await startTestService({ engine });
    const id = await service.publish('name\nfirst\n');
    await Promise.all(replaceAtOnce(service, id, 20));
    const current = await currentOf(service, id);
    expect(current).toHaveLength(1);
    const served = await (await service.get(id)).text();
    expect(served).toMatch(/^name\nfile \d+\n$/);
    const files = (): Promise<string[]> => readdir(join(service.folder, 'uploads'));
    expect(await files()).toHaveLength(21);
    await using later = await startTestService({ from: service, ahead: 61 * minuteMs });
    await expect.poll(files).toEqual(current.map((upload) => upload.id));
    expect(await (await later.get(id)).text()).toBe(served);
  });

  it('nothing stays current of an endpoint that is deleted meanwhile', async () => {
    await using service = await startTestService({ engine });
    const id = await service.publish('name\nfirst\n');
    const replaces = replaceAtOnce(service, id, 8);
    const deleted = service.command('endpoint', 'delete', id);
    await Promise.allSettled([...replaces, deleted]);
    expect(await deleted).toMatchObject({ deleted: true });
    expect(await currentOf(service, id)).toEqual([]);
  });
});

it('two that wait for the same file before them leave one on PostgreSQL', async () => {
  await using service = await startTestService({ engine: 'postgres' });
  const ann = await signedIn(service, 'ann@example.com', '--plan', 'lite');
  const id = await service.publish('name\nfirst\n', '--owner', 'ann@example.com');
  const drafts: string[] = [];
  for (const name of ['second', 'third']) {
    const lines = await (await ann.upload('/api/uploads?name=a.csv', `name\n${name}\n`)).text();
    const last = JSON.parse(lines.trim().split('\n').at(-1) ?? '');
    drafts.push(z.object({ upload: z.string() }).parse(last).upload);
  }
  const { db } = service.database;
  const { replaces } = await db.transaction().execute(async (transaction) => {
    const current = transaction.selectFrom('uploads').select('id').where('endpoint_id', '=', id);
    await current.forUpdate().execute();
    const sent = drafts.map((upload) => ann.call('PUT', `/api/endpoints/${id}/file`, { upload }));
    await untilSomethingWaits(service, 2);
    return { replaces: Promise.all(sent) };
  });
  expect((await replaces).map(({ status }) => status)).toEqual([200, 200]);
  const current = db.selectFrom('uploads').select('file_name').where('retired_at', 'is', null);
  expect(await current.where('endpoint_id', '=', id).execute()).toHaveLength(1);
  expect(await (await service.get(id)).text()).toMatch(/^name\n(second|third)\n$/);
});
