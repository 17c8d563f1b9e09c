/** Contract 1.2.2, a file that was replaced: its readers have an hour to finish, then the service removes it. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { removeRetiredUploads } from '../../src/endpoints/unneeded-uploads.ts';
import { UploadFolders } from '../../src/storage/uploads/upload-folders.ts';
import { startReading } from '../support/raw-http.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';

const hour = 60 * 60 * 1_000;

describe('1 CSV upload: a file that was replaced', () => {
  it('is removed by the service, its folder and its row; the new one stays', async () => {
    await using service = await startTestService();
    const id = await service.publish('a\n1\n');
    const old = await uploadOf(service, id);
    await service.publish('a\n2\n', '--replace', id);
    const current = await uploadOf(service, id);
    expect(await folders(service)).toEqual([current, old].sort());
    await setRetired(service, old, Date.now() - hour - 60_000);
    // A service that starts looks for what it can remove.
    await using next = await startTestService({ from: service });
    await expect.poll(() => uploads(next)).toEqual([current]);
    expect(await folders(next)).toEqual([current]);
    expect(await (await next.get(id)).text()).toBe('a\n2\n');
  });

  it.each(engines)('is kept for an hour, for readers under way, on %s', async (engine) => {
    await using service = await startTestService({ engine });
    const text = `text\n${`${'old '.repeat(50)}\n`.repeat(50_000)}`;
    const id = await service.publish(text);
    const old = await uploadOf(service, id);
    const slow = await startReading(service.url, `GET /${id}`);
    await service.publish('text\nnew\n', '--replace', id);
    const current = await uploadOf(service, id);
    const at = Date.parse('2027-01-02T03:04:05Z');
    await setRetired(service, old, at);
    const removeAt = async (now: number): Promise<void> => {
      const config = readConfig(service.environment);
      const { database } = service;
      const uploads = new UploadFolders(config.uploadsDir);
      await removeRetiredUploads({
        config,
        database,
        uploads,
        now: () => now,
        log: pino({ level: 'silent' }),
      });
    };
    await removeAt(at + hour);
    expect([await uploads(service), await folders(service)]).toEqual(Array(2).fill([current, old].sort()));
    expect((await slow.finish()).body === text).toBe(true);
    await removeAt(at + hour + 1);
    expect([await uploads(service), await folders(service)]).toEqual(Array(2).fill([current]));
    expect(await (await service.get(id)).text()).toBe('text\nnew\n');
  });
});

/** The upload that an endpoint answers with. */
async function uploadOf({ database }: TestService, endpoint: string): Promise<string> {
  const { id } = await database.db
    .selectFrom('uploads')
    .select('id')
    .where('endpoint_id', '=', endpoint)
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow();
  return id;
}

async function setRetired({ database }: TestService, upload: string, at: number): Promise<void> {
  await database.db.updateTable('uploads').set({ retired_at: at }).where('id', '=', upload).execute();
}

async function uploads({ database }: TestService): Promise<string[]> {
  const rows = await database.db.selectFrom('uploads').select('id').execute();
  return rows.map(({ id }) => id).sort();
}

async function folders({ folder }: TestService): Promise<string[]> {
  return (await readdir(join(folder, 'uploads'))).sort();
}
