/** Everything that an account has here, as one file; and what the service finds that belongs to nobody (decision 054). */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';

const csv = 'name,price\nWidget,1.50\n"a, b",007\n';

describe.each(engines)('the download of everything, on %s', (engine) => {
  let service: TestService;
  let ann: Session;
  let id: string;
  beforeAll(async () => {
    service = await startTestService({ engine });
    ann = await signedIn(service, 'ann@example.com', '--plan', 'standard');
    id = await service.publish(
      csv,
      '--owner',
      'ann@example.com',
      '--name',
      'Prices',
      '--token',
      'a-token-of-ann',
    );
    await service.command('proxy', 'create', id, '--param', 'type=xml');
    await service.command('endpoint', 'pause', id);
    const times = ['--cadence', 'daily', '--at', '06:00', '--zone', 'UTC'];
    await service.command(
      'schedule',
      'create',
      'ann@example.com',
      '--endpoint',
      id,
      '--name',
      'Nightly',
      ...times,
    );
    await service.publish('of\neve\n', '--name', 'Not hers');
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it('has every file byte for byte, the settings and the books, and no secret', async () => {
    const answer = await ann.call('GET', '/api/account/export');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="tablecast-.*\.zip"$/);
    const downloaded = unzipped(Buffer.from(await answer.arrayBuffer()));
    const file = join(service.folder, 'everything.zip');
    await service.command('account', 'export', 'ann@example.com', '--to', file);
    const written = unzipped(await readFile(file));
    expect([...written.keys()]).toEqual([...downloaded.keys()]);
    const csvFile = [...written.keys()].find((name) => name.endsWith('.csv')) ?? '';
    expect(csvFile).toMatch(new RegExp(`^endpoints/${id}/upload-\\w+\\.csv$`));
    expect(written.get(csvFile)).toBe(csv);
    const settings = JSON.parse(written.get(`endpoints/${id}/endpoint.json`) ?? '');
    expect(settings).toMatchObject({ id, name: 'Prices', type: 'csv', isProtected: true, file: { rows: 2 } });
    expect(settings).toMatchObject({ pausedAt: expect.stringMatching(/^20\d\d-/) });
    expect(written.get(`endpoints/${id}/proxies.jsonl`)).toMatch(/"parameters":\{"type":"xml"\}/);
    expect(written.has(`endpoints/${id}/usage.jsonl`)).toBe(true);
    expect(written.get('schedules.jsonl')).toMatch(/"name":"Nightly"/);
    expect(written.get('ledger.jsonl')).toMatch(/"credits":100/);
    expect(JSON.parse(written.get('account.json') ?? '')).toMatchObject({
      email: 'ann@example.com',
      credits: 100,
    });
    const whole = [...written.values()].join('\n');
    expect(whole).not.toMatch(/digest|a-token-of-ann|Not hers|password/i);
    await expect(service.command('account', 'export', 'ann@example.com', '--to', file)).rejects.toThrow(
      /already/,
    );
  });

  it('runs once at a time, and one that nobody reads on gives its turn back', async () => {
    const leaving = new AbortController();
    const rows = Array.from({ length: 200_000 }, () => Math.random()).join('\n');
    const large = await service.publish(`number\n${rows}\n`, '--owner', 'ann@example.com');
    const first = await ann.call('GET', '/api/account/export', undefined, {}, leaving.signal);
    expect(first.status).toBe(200);
    const second = await ann.call('GET', '/api/account/export');
    expect([second.status, z.object({ data: z.string() }).parse(await second.json()).data]).toEqual([
      409,
      'A download of everything is already running. Wait until it is complete.',
    ]);
    leaving.abort();
    await expect.poll(async () => (await ann.call('HEAD', '/api/account/export')).status).toBe(200);
    const again = await ann.call('GET', '/api/account/export');
    expect(unzipped(Buffer.from(await again.arrayBuffer())).has('mails.jsonl')).toBe(true);
    await service.command('endpoint', 'delete', large);
  });

  it('is for who is signed in', async () => {
    expect((await fetch(`${service.url}/api/account/export`)).status).toBe(401);
  });

  it('what belongs to nobody is found and named by `system`', async () => {
    const orphans = async () => {
      const { checks } = await service.command('system');
      const found = z.array(z.looseObject({ name: z.string() })).parse(checks);
      return found.find(({ name }) => name === 'Orphans');
    };
    expect(await orphans()).toMatchObject({ state: 'ok' });
    const uploads = join(service.folder, 'uploads');
    const orphan = '0123456789abcdefghijkl';
    await mkdir(join(uploads, orphan));
    expect(await orphans()).toMatchObject({
      state: 'warning',
      found: `1 stored file has no record: ${orphan}.`,
    });
    await rm(join(uploads, orphan), { recursive: true });
    await service.command('account', 'create', 'gone@example.com');
    const left = await service.publish('a\n1\n', '--owner', 'gone@example.com');
    await service.command('account', 'delete', 'gone@example.com');
    expect(await orphans()).toMatchObject({ state: 'ok' });
    const { db } = service.database;
    await db.deleteFrom('closed_accounts').execute();
    expect(await orphans()).toMatchObject({
      state: 'warning',
      found: `1 endpoint belongs to no account: ${left}.`,
    });
    const { id: upload } = await db
      .selectFrom('uploads')
      .select('id')
      .where('endpoint_id', '=', left)
      .executeTakeFirstOrThrow();
    expect(await readdir(uploads)).toContain(upload);
    await rm(join(uploads, upload), { recursive: true });
    expect(await orphans()).toMatchObject({
      state: 'wrong',
      found: `1 endpoint has lost the file: ${left}.`,
    });
  });
});

/** Names and texts of the entries of a ZIP file, by its central directory; sums are checked. */
function unzipped(zip: Buffer): Map<string, string> {
  const locator = zip.length - 22 - 20;
  expect(zip.readUInt32LE(locator)).toBe(0x07064b50);
  const end = Number(zip.readBigUInt64LE(locator + 8));
  expect(zip.readUInt32LE(end)).toBe(0x06064b50);
  const count = Number(zip.readBigUInt64LE(end + 32));
  let at = Number(zip.readBigUInt64LE(end + 48));
  const entries = new Map<string, string>();
  for (let entry = 0; entry < count; entry++) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const extra = at + 46 + nameLength;
    const packed = Number(zip.readBigUInt64LE(extra + 12));
    const local = Number(zip.readBigUInt64LE(extra + 20));
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = inflateRawSync(zip.subarray(data, data + packed));
    expect(crc32(content)).toBe(zip.readUInt32LE(at + 16));
    entries.set(name, content.toString());
    at = extra + zip.readUInt16LE(at + 30);
  }
  return entries;
}
