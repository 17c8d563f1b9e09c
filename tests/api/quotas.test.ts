/** What a plan allows besides credits: bytes of files, endpoints (contract 8.5.1, decision 054). */
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { connect, platformOwner, startPlatformService, startPlatforms } from '../support/platform-service.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';
import { smallAirtable } from '../support/small-tables.ts';

const line = z.record(z.string(), z.unknown());
const made = z.object({ id: z.string() });
/** Some 240 kB as a file, and twice that in the store. */
const large = `name,text\n${'widget,0123456789012345678901234567890123456789\n'.repeat(5_000)}`;

describe.each(engines)('the limits of a plan, on %s', (engine) => {
  let service: TestService;
  let count = 0;

  beforeAll(async () => {
    service = await startTestService({
      engine,
      environment: { PLAN_STORAGE_MB: 'trial=1', PLAN_ENDPOINTS: 'trial=3,lite=2' },
    });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const somebody = (...words: string[]): Promise<Session & { email: string }> => {
    const email = `owner-${++count}@example.com`;
    return signedIn(service, email, ...words).then((session) => ({ ...session, email }));
  };

  async function send(session: Session, content: string, query = 'name=prices.csv') {
    const answer = await session.upload(`/api/uploads?${query}`, content);
    const lines = (await answer.text()).trim().split('\n');
    return line.parse(JSON.parse(lines.at(-1) ?? ''));
  }

  const publish = (session: Session, upload: unknown): Promise<Response> =>
    session.call('POST', '/api/endpoints', { upload, name: 'Prices', type: 'csv', fields: null });

  async function storage(session: Session): Promise<Record<string, unknown>> {
    return line.parse(line.parse(await (await session.call('GET', '/api/usage')).json())['room']);
  }

  const full =
    /^Your plan stores 1 MB, and 0\.\d MB are used: this file (needs [\d.]+ MB more|does not fit)\. Delete a file or choose a larger plan\.$/;

  it('files beyond what it stores are refused in one sentence, on every way in, and a deletion frees at once', async () => {
    const ann = await somebody();
    const first = made.parse(await (await publish(ann, (await send(ann, large))['upload'])).json());
    const used = await storage(ann);
    expect(used).toMatchObject({ endpoints: 1, endpointsAllowed: 3, bytesAllowed: 1_048_576 });
    // All that the store has of the file.
    const { id: upload } = await service.database.db
      .selectFrom('uploads')
      .select('id')
      .where('endpoint_id', '=', first.id)
      .executeTakeFirstOrThrow();
    const folder = join(service.folder, 'uploads', upload);
    const sizes = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))));
    expect(used['bytes']).toBe(sizes.reduce((sum, { size }) => sum + size, 0));

    expect((await send(ann, large))['error']).toMatch(full);
    await expect(service.publish(large, '--owner', ann.email)).rejects.toThrow(full);
    const small = made.parse(await (await publish(ann, (await send(ann, 'a\n1\n'))['upload'])).json());
    const draft = await send(ann, large, `name=a.csv&replaces=${first.id}`);
    expect(draft).toHaveProperty('upload');
    const wrongPlace = await ann.call('PUT', `/api/endpoints/${small.id}/file`, { upload: draft['upload'] });
    expect(wrongPlace.status).toBe(400);
    expect(line.parse(await wrongPlace.json())['error']).toMatch(full);
    const file = join(service.folder, 'large.csv');
    await writeFile(file, large);
    await expect(service.command('publish', file, '--replace', small.id)).rejects.toThrow(full);
    const replaced = await ann.call('PUT', `/api/endpoints/${first.id}/file`, { upload: draft['upload'] });
    expect(replaced.status).toBe(200);

    expect((await ann.call('DELETE', `/api/endpoints/${first.id}`)).status).toBe(200);
    expect(Number((await storage(ann))['bytes'])).toBeLessThan(200_000);
    service.clock.ahead += 6 * 60_000;
    expect(await send(ann, large)).toHaveProperty('upload');
    const shown = await service.command('account', 'show', ann.email);
    expect(shown).toMatchObject({ endpoints: 1, endpointsAllowed: 3, storageAllowedMb: 1 });
  });

  it('who replaces faster than the plan has room for waits a few minutes, not an hour', async () => {
    const email = 'fast@example.com';
    await service.command('account', 'create', email);
    const id = await service.publish(large, '--owner', email);
    const file = join(service.folder, 'again.csv');
    await writeFile(file, large);
    const replace = () => service.command('publish', file, '--replace', id);
    await replace();
    await replace();
    await expect(replace()).rejects.toThrow(/kept for a while .* Try again in a few minutes/);
    service.clock.ahead += 6 * 60_000;
    await replace();
  });

  it('of 20 at once no more are made than the plan allows', async () => {
    const ann = await somebody('--plan', 'lite');
    const uploads: unknown[] = [];
    for (let each = 0; each < 5; each++) uploads.push((await send(ann, 'a\n1\n'))['upload']);
    const asked = await Promise.all([
      ...uploads.map(async (upload) => (await publish(ann, upload)).status),
      ...Array.from({ length: 15 }, () =>
        service.publish('a\n1\n', '--owner', ann.email).then(
          () => 200,
          (error: Error) => error.message,
        ),
      ),
    ]);
    const refusals = asked.filter((each) => each !== 200);
    expect(asked.length - refusals.length).toBe(2);
    expect(new Set(refusals)).toEqual(
      new Set([
        400,
        'Your plan allows 2 endpoints, and 2 are used. Delete an endpoint or choose a larger plan.',
      ]),
    );
    expect(await storage(ann)).toMatchObject({ endpoints: 2 });
    // What was refused has left nothing in the store.
    const { db } = service.database;
    const records = db.selectFrom('uploads').innerJoin('accounts', 'accounts.id', 'uploads.account_id');
    const left = await records
      .select('uploads.id')
      .where('email', '=', ann.email)
      .where('draft_of', 'is', null)
      .execute();
    expect(left).toHaveLength(2);
  });

  it('of 20 files at once no more are stored than the plan has room for', async () => {
    const email = 'many@example.com';
    await service.command('account', 'create', email);
    const ids: string[] = [];
    for (let each = 0; each < 3; each++) ids.push(await service.publish('a\n1\n', '--owner', email));
    const file = join(service.folder, 'many.csv');
    await writeFile(file, large);
    const asked = await Promise.allSettled(
      Array.from({ length: 20 }, (_, each) =>
        service.command('publish', file, '--replace', ids[each % ids.length] ?? ''),
      ),
    );
    expect(asked.some(({ status }) => status === 'fulfilled')).toBe(true);
    const { storageMb } = await service.command('account', 'show', email);
    expect(Number(storageMb)).toBeLessThanOrEqual(1);
  });

  it('the account without a limit has none', async () => {
    const ids: string[] = [];
    for (let each = 0; each < 4; each++) ids.push(await service.publish(large));
    expect(ids).toHaveLength(4);
  });
});

describe.each(engines)('endpoints of a platform beyond the plan, on %s', (engine) => {
  it('are refused by POST /urls/create and `endpoint create`, also when 20 ask at once', async () => {
    await using platforms = await startPlatforms();
    platforms.airtable.limits = { ...platforms.airtable.limits, perBase: null, perUser: null };
    await using service = await startPlatformService(platforms, {
      engine,
      environment: { PLAN_ENDPOINTS: 'pro=2' },
    });
    const connection = await connect(service, 'airtable', '--token', platforms.airtable.addPersonalToken());
    await service.database.db.deleteFrom('rate_limit_slots').execute();
    const { base, table } = smallAirtable(platforms.airtable);
    const choice = { base, table };
    const { key } = await service.command('api-key', 'create', platformOwner);
    const create = async () => {
      const answer = await fetch(`${service.url}/urls/create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(choice),
      });
      return [answer.status, await answer.json()];
    };
    const answers = await Promise.all(Array.from({ length: 20 }, create));
    const refused = answers.filter(([status]) => status !== 200);
    const problem =
      'Your plan allows 2 endpoints, and 2 are used. Delete an endpoint or choose a larger plan.';
    expect(refused).toHaveLength(18);
    for (const each of refused) expect(each).toEqual([400, expect.objectContaining({ error: problem })]);
    await expect(
      service.command(
        'endpoint',
        'create',
        platformOwner,
        '--connection',
        connection,
        '--base',
        choice.base,
        '--table',
        choice.table,
      ),
    ).rejects.toThrow(problem);
  });
});
