/**
 * Contract 7.5.2: a bucket that is slow, refuses or loses the connection; and a start with a bucket that cannot work.
 */
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../emulators/emulator-server.ts';
import { type S3Emulator, startS3Emulator } from '../../emulators/s3/s3-emulator.ts';
import { s3Faults } from '../../emulators/s3/s3-faults.ts';
import { freePort } from '../support/free-port.ts';
import { runProgram } from '../support/program.ts';
import { asked, keysOf, startReplica, startS3Service } from '../support/s3-service.ts';
import { s3Settings } from '../support/s3-settings.ts';
import { startTestService, type TestService } from '../support/service.ts';

const owner = 'ann@example.com';
const text = `text\n${`${'word '.repeat(20)}\n`.repeat(2_000)}`;

let s3: S3Emulator;
beforeEach(async () => {
  s3 = await startS3Emulator();
});
afterEach(() => s3[Symbol.asyncDispose]());

/** A service that has published, and a replica that has nothing yet. */
async function replicaOf(service: TestService, more: Readonly<Record<string, string>> = {}) {
  await service.command('account', 'create', owner, '--plan', 'lite');
  const id = await service.publish(text, '--owner', owner);
  const replica = await startReplica(s3, service, more);
  s3.server.calls.length = 0;
  return { id, replica };
}

const creditsOf = async (service: TestService): Promise<unknown> =>
  (await service.command('account', 'show', owner))['credits'];

const failing: readonly (readonly [string, Fault, number])[] = [
  ['answers 500', { ...s3Faults.internalError, on: 'rows.csv' }, 4],
  ['answers 503 SlowDown', { ...s3Faults.slowDown, on: 'rows.csv' }, 4],
  ['closes the connection', { ...s3Faults.reset, on: 'rows.csv' }, 4],
  ['answers 403', { ...s3Faults.accessDenied, on: 'rows.csv' }, 1],
  ['cuts the answer', { on: 'rows.csv', act: { kind: 'cut', bytes: 0 } }, 4],
  ['ends the answer too early', { on: 'rows.csv', act: { kind: 'truncate', bytes: 1_000 } }, 1],
];

describe('a bucket that', () => {
  it.each(failing)(
    '%s, always: 500 for no credit after few repeats, then served whole',
    async (_, fault, most) => {
      await using service = await startS3Service(s3);
      const { id, replica } = await replicaOf(service);
      await using _replica = replica;
      s3.server.addFault(fault);
      const refused = await replica.get(id);
      expect([refused.status, await refused.json()]).toMatchObject([
        500,
        { error: 'Dataframe could not be retrieved' },
      ]);
      const tries = asked(s3).filter((call) => call === 'GET rows.csv').length;
      expect(tries).toBeGreaterThan(0);
      if (most === 4) expect(tries).toBe(4);
      s3.server.clearFaults();
      expect(await creditsOf(service)).toBe(20);
      expect((await (await replica.get(id)).text()) === text).toBe(true);
      expect(await creditsOf(service)).toBe(19);
    },
  );

  it('fails a few times only: the hit succeeds, and what came is not fetched again', async () => {
    await using service = await startS3Service(s3);
    const { id, replica } = await replicaOf(service);
    await using _replica = replica;
    s3.server.addFault({ ...s3Faults.slowDown, on: 'table.json', times: 2 });
    s3.server.addFault({ on: 'rows.csv', times: 2, act: { kind: 'cut', bytes: 50_000 } });
    expect((await (await replica.get(id)).text()) === text).toBe(true);
    expect(asked(s3).filter((call) => call === 'GET rows.csv')).toHaveLength(3);
  });

  it('never answers: 500 when the time for reading a source is over', async () => {
    await using service = await startS3Service(s3);
    const { id, replica } = await replicaOf(service, { SOURCE_TIME_LIMIT_MS: '500' });
    await using _replica = replica;
    s3.server.addFault(s3Faults.hang);
    expect((await replica.get(id)).status).toBe(500);
    expect(await creditsOf(service)).toBe(20);
    s3.server.clearFaults();
  });

  it('is away when the service starts: it starts, serves its copies, and the rest when the bucket is back', async () => {
    await using service = await startS3Service(s3);
    const { id, replica } = await replicaOf(service);
    expect((await (await replica.get(id)).text()) === text).toBe(true);
    await replica.stop();
    const cold = await service.publish('a\n1\n');
    s3.server.addFault(s3Faults.reset);
    const logLines: string[] = [];
    await using again = await startTestService({
      from: replica,
      environment: { LOG_LEVEL: 'trace' },
      logLines,
    });
    expect(logLines.join('')).toContain('the uploads bucket is unreachable');
    expect((await (await again.get(id)).text()) === text).toBe(true);
    expect((await again.get(cold)).status).toBe(500);
    s3.server.clearFaults();
    expect(await (await again.get(cold)).text()).toBe('a\n1\n');
    const { secretAccessKey, accessKeyId } = s3.credentials;
    for (const secret of [secretAccessKey, accessKeyId, 'AWS4-HMAC']) {
      expect(logLines.filter((line) => line.includes(secret))).toEqual([]);
    }
  });

  it('a client that leaves while its upload is fetched is not charged, and others get it', async () => {
    await using service = await startS3Service(s3);
    const { id, replica } = await replicaOf(service);
    await using _replica = replica;
    s3.server.addFault({ on: 'GET /tables/team', act: { kind: 'slow', ms: 300 } });
    const leaving = new AbortController();
    const left = fetch(`${replica.url}/${id}`, { signal: leaving.signal });
    await expect.poll(() => s3.server.calls.length).toBeGreaterThan(0);
    const stays = replica.get(id);
    leaving.abort();
    await expect(left).rejects.toThrow();
    expect((await (await stays).text()) === text).toBe(true);
    await expect.poll(() => creditsOf(service)).toBe(19);
    expect(asked(s3).filter((call) => call === 'LIST')).toHaveLength(1);
  });
});

describe('a start with a bucket that cannot work', () => {
  const wrong: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ['another bucket', { UPLOADS_URL: 's3://other' }, 'Setting UPLOADS_URL: there is no such bucket.'],
    [
      'another key',
      { AWS_ACCESS_KEY_ID: 'AKIAOTHER' },
      'Setting AWS_ACCESS_KEY_ID: S3 does not know this key.',
    ],
    ['another secret', { AWS_SECRET_ACCESS_KEY: 'x' }, 'Setting AWS_SECRET_ACCESS_KEY: it is not the secret'],
    ['another region', { AWS_REGION: 'us-west-2' }, 'Setting AWS_REGION: the bucket is in another region.'],
    [
      'no address of a bucket',
      { UPLOADS_URL: 'https://b' },
      'Setting UPLOADS_URL must be like s3://BUCKET/PREFIX',
    ],
  ];

  async function refusal(settings: Readonly<Record<string, string>>): Promise<string> {
    const folder = join(
      process.env['TMPDIR'] ?? '/tmp',
      `tablecast-s3-start-${Math.random().toString(36).slice(2)}`,
    );
    const environment = { ...s3Settings(s3), ...settings, DATA_DIR: folder, PORT: String(await freePort()) };
    const { status, stderr } = await runProgram(['serve'], environment);
    await rm(folder, { recursive: true, force: true });
    expect([status, stderr.split('\n').length]).toEqual([1, 2]);
    return stderr;
  }

  it.each(wrong)('%s: one line that names the setting', async (_, settings, said) => {
    expect(await refusal(settings)).toContain(`tablecast: ${said}`);
  });

  it.each([
    ['PUT ', 's3:PutObject'],
    ['GET /tables/team', 's3:GetObject'],
    ['list-type', 's3:ListBucket'],
    ['uploads=', 's3:ListBucketMultipartUploads'],
    ['DELETE ', 's3:DeleteObject'],
  ])('%s denied: names the action', async (denied, action) => {
    s3.denied.push(denied);
    expect(await refusal({})).toContain(
      `tablecast: Setting UPLOADS_URL: the access key may not ${action} in s3://tables/team/uploads/.`,
    );
    expect(keysOf(s3)).toHaveLength(action === 's3:DeleteObject' ? 1 : 0);
  });
});

describe('a store that takes connections and says nothing', () => {
  it('does not keep the service from starting', async () => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => void sockets.add(socket));
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const environment = { S3_ENDPOINT: `http://127.0.0.1:${port}` };
    await using service = await startS3Service(s3, { environment });
    expect((await service.get('')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    server.close();
  });
});
