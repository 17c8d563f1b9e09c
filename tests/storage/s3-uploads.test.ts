/**
 * Contract 1.3: uploads in a bucket have the guarantees of the folder, and hot ones are served without asking the
 * bucket.
 */
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { S3Bucket } from '../../emulators/s3/s3-bucket.ts';
import { type S3Emulator, startS3Emulator } from '../../emulators/s3/s3-emulator.ts';
import { closeContext, openContext } from '../../src/app-context.ts';
import { readConfig } from '../../src/config/config.ts';
import { removeAbandonedUploads } from '../../src/endpoints/arriving-upload.ts';
import { orphanedUploadSweeper, removeRetiredUploads } from '../../src/endpoints/unneeded-uploads.ts';
import { startProgram } from '../support/program.ts';
import { startReading } from '../support/raw-http.ts';
import { asked, keysOf, s3Prefix, startReplica, startS3Service } from '../support/s3-service.ts';
import { s3Settings } from '../support/s3-settings.ts';
import { bothEngines, startTestService, type TestService } from '../support/service.ts';

const minute = 60_000;
/** For those that move megabytes. */
const patience = { timeout: 4 * minute };
const table = 'name,age\nAnn,41\nBo,7\n';
/** A stored table of somewhat more than this many kilobytes. */
const tableOf = (kilobytes: number, word = 'x'): string =>
  `text\n${`${word.repeat(1_023)}\n`.repeat(Math.round(kilobytes / 2.2))}`;

let s3: S3Emulator;
beforeEach(async () => {
  s3 = await startS3Emulator();
});
afterEach(() => s3[Symbol.asyncDispose]());

const forgetCalls = (): void => {
  s3.server.calls.length = 0;
};
const copiesOf = async ({ folder }: TestService): Promise<string[]> =>
  (await readdir(join(folder, 'upload-copies'))).filter((name) => name !== 'lock').sort();
const body = async (answer: Promise<Response>): Promise<string> => (await answer).text();

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      (found) => (found.isFile() && name !== 'lock' ? found.size : 0),
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

describe.each(bothEngines)('uploads in a bucket, on %s', (engine) => {
  it('are sent whole, the description last; hot hits of any kind ask the bucket nothing', async () => {
    await using service = await startS3Service(s3, { engine });
    forgetCalls();
    const id = await service.publish(table);
    expect(asked(s3).at(-1)).toBe('PUT table.json');
    const [upload] = new Set(keysOf(s3).map((key) => key.slice(s3Prefix.length).split('/')[0]));
    const files = ['rows.csv', 'rows.idx', 'table.json', 'table.sqlite'];
    expect(keysOf(s3)).toEqual(files.map((name) => `${s3Prefix}${upload}/${name}`));

    expect(await body(service.get(id))).toBe(table);
    forgetCalls();
    expect(await body(service.get(id))).toBe(table);
    expect(await body(service.get(`${id}?type=json_values`))).toBe('[["Ann",41],["Bo",7]]');
    expect(await body(service.get(`${id}?sql=SELECT%20name%20FROM%20service_table`))).toBe('name\nAnn\nBo\n');
    expect(asked(s3)).toEqual([]);
  });

  it('are fetched once for all who wait, by each replica, and not again after a restart', async () => {
    await using service = await startS3Service(s3, { engine });
    const text = tableOf(3_000);
    const id = await service.publish(text);
    await using replica = await startReplica(s3, service);
    s3.server.addFault({ on: 'GET /tables/team/uploads/', act: { kind: 'slow', ms: 100 } });
    forgetCalls();
    const answers = await Promise.all(Array.from({ length: 5 }, () => body(replica.get(id))));
    expect(answers.map((answer) => answer === text)).toEqual(Array(5).fill(true));
    const gets = ['rows.csv', 'rows.idx', 'table.json', 'table.sqlite'].map((name) => `GET ${name}`);
    expect(asked(s3).toSorted()).toEqual([...gets, 'LIST']);
    await replica.stop();
    await mkdir(join(replica.folder, 'upload-copies/fetching-left'));
    await mkdir(join(replica.folder, 'upload-copies/0123456789abcdefghijkl'));
    await using again = await startTestService({ from: replica });
    await expect.poll(() => copiesOf(again)).toHaveLength(1);
    forgetCalls();
    expect((await body(again.get(id))) === text).toBe(true);
    expect(asked(s3).filter((call) => call.startsWith('GET'))).toEqual([]);
  });

  it('that were replaced go from the bucket after an hour; objects that nobody knows too', async () => {
    await using service = await startS3Service(s3, { engine });
    const id = await service.publish('a\n1\n');
    const old = keysOf(s3);
    await service.publish('a\n2\n', '--replace', id);
    await service.publish('a\n3\n');
    const unknown = `${s3Prefix}0123456789abcdefghijkl/rows.csv`;
    s3.buckets.get('tables')?.put(unknown, Buffer.from('x'));
    s3.buckets.get('tables')?.put(`${s3Prefix}README`, Buffer.from('mine'));
    let ahead = 0;
    const log = pino({ level: 'silent' });
    const context = await openContext(readConfig(service.environment), log, () => Date.now() + ahead);
    try {
      const sweepOrphans = orphanedUploadSweeper(context);
      for (const minutes of [0, 59]) {
        ahead = minutes * minute;
        await removeRetiredUploads(context);
        await sweepOrphans();
        expect(keysOf(s3)).toEqual(expect.arrayContaining([unknown, ...old]));
      }
      ahead = 61 * minute;
      await removeRetiredUploads(context);
      await sweepOrphans();
    } finally {
      await closeContext(context);
    }
    expect(keysOf(s3)).toHaveLength(9);
    expect(keysOf(s3).filter((key) => key === unknown || old.includes(key))).toEqual([]);
    expect(await body(service.get(id))).toBe('a\n2\n');
  });
});

describe('an upload of many megabytes', () => {
  it('is sent in parts and fetched whole', patience, async () => {
    await using service = await startS3Service(s3);
    const text = tableOf(40_000);
    const id = await service.publish(text);
    expect(s3.server.calls.filter(({ url }) => url.includes('partNumber=')).length).toBeGreaterThan(2);
    expect(s3.buckets.get('tables')?.uploads.size).toBe(0);
    await using replica = await startReplica(s3, service);
    expect((await body(replica.get(id))) === text).toBe(true);
  });
});

describe('local copies', () => {
  it('are bounded in bytes: the one unused for longest goes first', async () => {
    await using service = await startS3Service(s3);
    const ids: string[] = [];
    for (const word of ['a', 'b', 'c']) ids.push(await service.publish(tableOf(700, word)));
    await using replica = await startReplica(s3, service, { UPLOADS_CACHE_MB: '2' });
    const [a = '', b = '', c = ''] = ids;
    const local = join(replica.folder, 'upload-copies');
    let most = 0;
    const watching = setInterval(async () => {
      most = Math.max(most, await bytesIn(local));
    }, 1);
    for (const id of [a, b, a, c]) expect((await replica.get(id)).status).toBe(200);
    clearInterval(watching);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2 * 1024 * 1024);
    forgetCalls();
    for (const id of [a, c]) await body(replica.get(id));
    expect(asked(s3).filter((call) => call === 'LIST')).toHaveLength(0);
    await body(replica.get(b));
    expect(asked(s3).filter((call) => call === 'LIST')).toHaveLength(1);
  });

  it(
    'that are being read stay: who finds no room is told that the service is busy, for free',
    patience,
    async () => {
      await using service = await startS3Service(s3);
      const owner = 'ann@example.com';
      await service.command('account', 'create', owner, '--plan', 'lite');
      const large = tableOf(24_000);
      const first = await service.publish(large);
      const second = await service.publish(tableOf(24_000, 'y'), '--owner', owner);
      await using replica = await startReplica(s3, service, { UPLOADS_CACHE_MB: '40' });
      const slow = await startReading(replica.url, `GET /${first}`);
      const busy = await replica.get(second);
      expect([busy.status, busy.headers.has('retry-after')]).toEqual([503, true]);
      expect(await busy.json()).toMatchObject({ error: 'The service is busy.' });
      expect((await slow.finish()).body === large).toBe(true);
      await expect.poll(async () => (await replica.get(second)).status).toBe(200);
      expect(await service.command('account', 'show', owner)).toMatchObject({ credits: 19 });
    },
  );
});

describe('publications that fail', () => {
  it.each([
    ['SlowDown', 'slowDown', 'S3 answered SlowDown (503). Publish the file again when the store answers.'],
    ['no permission', 'accessDenied', 'S3 answered AccessDenied (403). Setting UPLOADS_URL:'],
  ] as const)('%s: say what to do and leave nothing', async (_, fault, said) => {
    await using service = await startS3Service(s3);
    const { s3Faults } = await import('../../emulators/s3/s3-faults.ts');
    s3.server.addFault({ ...s3Faults[fault], on: 'PUT' });
    await expect(service.publish(table)).rejects.toThrow(
      `The file could not be stored in s3://tables/${s3Prefix}: ${said}`,
    );
    s3.server.clearFaults();
    expect(keysOf(s3)).toEqual([]);
    const { db } = service.database;
    expect(await db.selectFrom('uploads').select('id').execute()).toEqual([]);
    expect(await db.selectFrom('endpoints').select('id').execute()).toEqual([]);
  });

  it('killed while a file is sent: its objects and parts go within minutes', patience, async () => {
    await using service = await startS3Service(s3);
    const kept = await service.publish(table);
    const before = keysOf(s3);
    const file = join(service.folder, 'large.csv');
    await writeFile(file, tableOf(40_000));
    s3.server.addFault({ on: 'partNumber=2', act: { kind: 'hang' } });
    const child = startProgram(['publish', file], service.environment);
    await expect
      .poll(() => s3.server.calls.some(({ url }) => url.includes('partNumber=2')), patience)
      .toBe(true);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    s3.server.clearFaults();
    expect(s3.buckets.get('tables')?.uploads.size).toBe(1);
    const log = pino({ level: 'silent' });
    const context = await openContext(readConfig(service.environment), log, () => Date.now() + 6 * minute);
    await removeAbandonedUploads(context);
    await closeContext(context);
    expect([s3.buckets.get('tables')?.uploads.size, keysOf(s3)]).toEqual([0, before]);
    expect(await body(service.get(kept))).toBe(table);
  });

  it('a table that does not fit into the local copies is refused', async () => {
    await using service = await startS3Service(s3, { environment: { UPLOADS_CACHE_MB: '1' } });
    await expect(service.publish(tableOf(3_000))).rejects.toThrow('more than UPLOADS_CACHE_MB');
    expect(keysOf(s3)).toEqual([]);
  });
});

describe('a backup', () => {
  it('has the uploads of the bucket: with a folder or with another bucket the data is the same', async () => {
    await using service = await startS3Service(s3);
    const id = await service.publish(table);
    const parent = await mkdtemp(join(tmpdir(), 'tablecast-s3-backup-'));
    const copy = join(parent, 'copy');
    const { SECRET_KEY = '' } = s3Settings(s3);
    expect(await service.command('backup', copy)).toMatchObject({ uploads: 1 });
    await using fromFolder = await startTestService({ environment: { SECRET_KEY, DATA_DIR: copy } });
    expect(await body(fromFolder.get(id))).toBe(table);
    await fromFolder.stop();
    const other = new S3Bucket();
    s3.buckets.set('other', other);
    const { readFile } = await import('node:fs/promises');
    for (const name of await readdir(join(copy, 'uploads'), { recursive: true })) {
      const bytes = await readFile(join(copy, 'uploads', name)).catch(() => undefined);
      if (bytes) other.put(`again/${name}`, bytes);
    }
    const environment = { ...s3Settings(s3), UPLOADS_URL: 's3://other/again/', DATA_DIR: copy };
    await using fromBucket = await startTestService({ environment });
    expect(await body(fromBucket.get(id))).toBe(table);
    await fromBucket.stop();
    const [gone = ''] = keysOf(s3);
    s3.buckets.get('tables')?.objects.clear();
    await expect(service.command('backup', join(parent, 'second'))).rejects.toThrow(
      `1 uploads that endpoints need are not in s3://tables/${s3Prefix}, for example ${gone.split('/').at(-2)}`,
    );
    await rm(parent, { recursive: true });
  });
});
