/**
 * The key of the secrets (contract 5.8.2): made at the first start, refused when it is short, wrong or lost, and
 * changed without a failed hit.
 */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import {
  connect,
  createEndpoint,
  type Platforms,
  platformOwner,
  startPlatforms,
} from '../support/platform-service.ts';
import { runProgram, serveProgram } from '../support/program.ts';
import {
  bothEngines,
  createPostgresDatabase,
  type EngineName,
  startTestService,
  type TestService,
} from '../support/service.ts';
import { forgetLimits, smallAirtable } from '../support/small-tables.ts';

const oldKey = 'old-key-canary-000000000000000000';
const newKey = 'new-key-canary-000000000000000000';
const owner = 'ann@example.com';

describe('5 The key of the secrets', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tablecast-key-'));
    expect((await runProgram(['account', 'create', owner], await environmentOf({}))).status).toBe(0);
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

  const keyFile = (): string => join(folder, 'secret-key');
  async function environmentOf(settings: Readonly<Record<string, string>>) {
    return { DATA_DIR: folder, PORT: String(await freePort()), ...settings };
  }
  async function serveOnce(settings: Readonly<Record<string, string>>): Promise<void> {
    await using _serving = await serveProgram(await environmentOf(settings));
  }
  /** By the server and by the command line, each with one line on stderr, and soon. */
  async function expectRefused(settings: Readonly<Record<string, string>>, what: RegExp): Promise<void> {
    const add = ['connection', 'add', owner, '--platform', 'airtable', '--token', 'token-canary'];
    for (const words of [['serve'], add]) {
      const began = performance.now();
      const ended = await runProgram(words, { LOG_LEVEL: 'silent', ...(await environmentOf(settings)) });
      expect([ended.status, ended.stdout]).toEqual([1, '']);
      expect(ended.stderr).toMatch(what);
      expect(ended.stderr.trim().split('\n')).toHaveLength(1);
      for (const secret of ['canary', 'short-key']) expect(ended.stderr).not.toContain(secret);
      expect(performance.now() - began).toBeLessThan(20_000);
    }
  }

  it('is made at the first start, for nobody else to read, and stays', async () => {
    await serveOnce({});
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
    const key = await readFile(keyFile(), 'utf8');
    expect(key.trim()).toMatch(/^[\w-]{43}$/);
    await serveOnce({});
    expect(await readFile(keyFile(), 'utf8')).toBe(key);
    expect((await readdir(folder)).filter((name) => name.startsWith('secret-key'))).toEqual(['secret-key']);
  });

  it('is the same for all who start at the same moment', async () => {
    await using platforms = await startPlatforms();
    const ended = await Promise.all(
      Array.from({ length: 4 }, async () =>
        runProgram(
          [
            'connection',
            'add',
            owner,
            '--platform',
            'airtable',
            '--token',
            platforms.airtable.addPersonalToken(),
          ],
          await environmentOf(platforms.environment),
        ),
      ),
    );
    expect(ended.map(({ status, stderr }) => [status, stderr])).toEqual(Array(4).fill([0, '']));
    expect((await readdir(folder)).filter((name) => name.startsWith('secret-key'))).toEqual(['secret-key']);
  });

  it('no file is made where SECRET_KEY is set', async () => {
    await serveOnce({ SECRET_KEY: oldKey });
    expect(await readdir(folder)).not.toContain('secret-key');
  });

  it.each(['short-key', `${oldKey},short-key`, `${oldKey} and more`])(
    'a bad one is refused: %j',
    async (key) => {
      await expectRefused({ SECRET_KEY: key }, /SECRET_KEY must have at least 32 characters without spaces/);
    },
  );

  it('a wrong one is refused, the right one goes on working', async () => {
    await serveOnce({ SECRET_KEY: oldKey });
    await expectRefused({ SECRET_KEY: newKey }, /SECRET_KEY is not the key that the secrets/);
    await expectRefused({}, /SECRET_KEY is missing, and so is the file/);
    expect(await readdir(folder)).not.toContain('secret-key');
    await serveOnce({ SECRET_KEY: oldKey });
  });

  it('a lost key file is not replaced by another key', async () => {
    await serveOnce({});
    const key = await readFile(keyFile(), 'utf8');
    await rm(keyFile());
    await expectRefused({}, /SECRET_KEY is missing, and so is the file .*secret-key/);
    expect(await readdir(folder)).not.toContain('secret-key');
    await expectRefused({ SECRET_KEY: newKey }, /SECRET_KEY is not the key/);
    await serveOnce({ SECRET_KEY: key.trim() });
  });

  it.each(['', 'short-key\n'])('a key file that holds no key is refused, not used: %j', async (content) => {
    await writeFile(keyFile(), content);
    await expectRefused({}, /secret-key holds no key of at least 32 characters/);
  });
});

describe.each(bothEngines)('5 Changing the key while hits go on, on %s', (engine) => {
  it('no hit fails, and afterwards the new key alone is enough', async () => {
    await using platforms = await startPlatforms();
    const { airtable } = platforms;
    airtable.limits = { ...airtable.limits, perBase: null, perUser: null };
    await using replicas = await startReplicas(platforms, engine);
    const first = await replicas.add(oldKey);
    await first.command('account', 'create', platformOwner, '--plan', 'pro', '--credits', '100000');
    const pair = airtable.addGrant();
    const connections = [
      await connect(first, 'airtable', '--token', airtable.addPersonalToken()),
      await connect(
        first,
        'airtable',
        '--access-token',
        pair.accessToken,
        '--refresh-token',
        pair.refreshToken,
      ),
    ];
    const endpoints: string[] = [];
    for (const id of connections) {
      endpoints.push(await createEndpoint(first, id, ...smallAirtable(airtable).words));
    }
    await forgetLimits(first);
    replicas.hitAll(endpoints);

    await replicas.someHits();
    const learning = await replicas.add(`${oldKey},${newKey}`);
    await replicas.someHits();
    await replicas.leave(first);
    airtable.expireAccessTokens();
    await replicas.someHits();
    const changing = await replicas.add(`${newKey},${oldKey}`);
    await expect.poll(() => replicas.log()).toContain('encrypted with the new key');
    await replicas.someHits();
    await replicas.leave(learning);
    airtable.expireAccessTokens();
    await replicas.someHits();
    const last = await replicas.add(newKey);
    await replicas.someHits();
    await replicas.leave(changing);
    await replicas.someHits();

    const statuses = await replicas.endHits();
    expect(Object.keys(statuses)).toEqual(['200']);
    expect(statuses[200]).toBeGreaterThan(50);
    for (const id of await sealedBy(last)) expect(id).toMatch(/^s1\.(\w{8})$/);
    expect(new Set(await sealedBy(last)).size).toBe(1);
    await expect(replicas.add(oldKey)).rejects.toThrow('SECRET_KEY is not the key');
  });
});

it('without any connection the log says too that the old key can be left out', async () => {
  await using before = await startTestService({ environment: { SECRET_KEY: oldKey } });
  const logLines: string[] = [];
  const environment = { SECRET_KEY: `${newKey},${oldKey}`, LOG_LEVEL: 'info' };
  await using _changing = await startTestService({ from: before, environment, logLines });
  const line = (): string => logLines.find((one) => one.includes('encrypted with the new key')) ?? '';
  await expect.poll(line).toContain('"renewed":0');
  await using _last = await startTestService({ from: before, environment: { SECRET_KEY: newKey } });
});

/** The beginnings of what is kept: they tell the keys apart. */
async function sealedBy({ database }: TestService): Promise<string[]> {
  const rows = await database.db.selectFrom('connections').select('secret').execute();
  return rows.map(({ secret }) => (secret ?? '').split('.').slice(0, 2).join('.'));
}

/** Services on one state, each with keys of its own; whoever leaves takes no more hits and is stopped. */
async function startReplicas({ environment }: Platforms, engine: EngineName) {
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-rotation-'));
  const place = {
    DATA_DIR: folder,
    ...(engine === 'postgres' && { DATABASE_URL: await createPostgresDatabase() }),
  };
  const live = new Set<TestService>();
  const logLines: string[] = [];
  const statuses: Record<number, number> = {};
  const ending = new AbortController();
  let turns = 0;
  let hitting = Promise.resolve();

  async function add(key: string): Promise<TestService> {
    const settings = { ...environment, ...place, SECRET_KEY: key, LOG_LEVEL: 'info' };
    const service = await startTestService({ environment: settings, logLines });
    live.add(service);
    return service;
  }

  /** From now on one hit after another at every replica there is, on every endpoint. */
  async function hitAll(endpoints: readonly string[]): Promise<void> {
    for (; !ending.signal.aborted; turns++) {
      const asked = [...live].flatMap((service) => endpoints.map((endpoint) => service.get(endpoint)));
      for (const answer of await Promise.all(asked)) {
        await answer.text();
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      }
    }
  }

  const someHits = (): Promise<void> => {
    const wanted = turns + 3;
    return expect.poll(() => turns).toBeGreaterThan(wanted);
  };

  async function endHits(): Promise<Readonly<Record<number, number>>> {
    ending.abort();
    await hitting;
    return statuses;
  }

  return {
    add,
    someHits,
    endHits,
    hitAll: (endpoints: readonly string[]) => {
      hitting = hitAll(endpoints);
    },
    log: () => logLines.join(''),
    leave: async (service: TestService) => {
      live.delete(service);
      await someHits();
      await service.stop();
      await rm(service.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
    [Symbol.asyncDispose]: async () => {
      await endHits();
      for (const service of live) await service[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
