/** 1.3, a file that was replaced: its readers have an hour to finish, then the service removes it. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReading } from '../support/raw-http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const minute = 60_000;

describe('1 CSV upload: a file that was replaced', () => {
  it('stays for its readers for an hour, then its folder and its row are removed', async () => {
    await using service = await startTestService();
    const large = `text\n${'old '.repeat(50)}\n`.repeat(50_000);
    const long = await service.publish('a\n1\n');
    const recent = await service.publish(large);
    const [longAgo, lately] = [await uploadOf(service, long), await uploadOf(service, recent)];
    const slow = await startReading(service.url, `GET /${recent}`);
    await service.publish('a\n2\n', '--replace', long);
    await service.publish('text\nnew\n', '--replace', recent);
    await retiredAt(service, longAgo, Date.now() - 61 * minute);
    await retiredAt(service, lately, Date.now() - 55 * minute);

    // A service that starts looks for what it can remove.
    await using next = await startTestService({ from: service });
    await expect.poll(() => uploads(next), { timeout: 20_000 }).not.toContain(longAgo);
    const left = [await uploadOf(service, long), lately, await uploadOf(service, recent)].sort();
    expect(await uploads(next)).toEqual(left);
    await expect.poll(() => folders(service)).toEqual(left);
    expect((await slow.finish()).body === large).toBe(true);
    expect(await (await next.get(long)).text()).toBe('a\n2\n');
    expect(await (await next.get(recent)).text()).toBe('text\nnew\n');
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

async function retiredAt({ database }: TestService, upload: string, at: number): Promise<void> {
  await database.db.updateTable('uploads').set({ retired_at: at }).where('id', '=', upload).execute();
}

async function uploads({ database }: TestService): Promise<string[]> {
  const rows = await database.db.selectFrom('uploads').select('id').execute();
  return rows.map(({ id }) => id).sort();
}

async function folders({ folder }: TestService): Promise<string[]> {
  return (await readdir(join(folder, 'uploads'))).sort();
}
