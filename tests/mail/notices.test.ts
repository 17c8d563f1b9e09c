/**
 * Contract 6.1.1: which mails are written, and how often. `email_me` cannot flood the owner, credits that are used up
 * are told once per billing cycle; on both engines, with a clock that the test holds.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines, startTestService, type TestService } from '../support/service.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe.each(engines)('notices on %s', (engine) => {
  let service: TestService;
  beforeEach(async () => {
    service = await startTestService({ engine });
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const publishFor = async (email: string, ...plan: readonly string[]): Promise<string> => {
    await service.command('account', 'create', email, ...plan);
    return service.publish('a\n1\n', '--owner', email, '--name', 'Sales');
  };
  const mails = (email: string) =>
    service.database.db
      .selectFrom('outbox')
      .select(['subject', 'body'])
      .where('recipient', '=', email)
      .orderBy('created_at')
      .execute();
  const subjects = async (email: string): Promise<string[]> =>
    (await mails(email)).map(({ subject }) => subject);
  const hits = async (endpoint: string, count: number, of = service): Promise<number[]> => {
    const answers = await Promise.all(
      Array.from({ length: count }, () => of.get(`${endpoint}?email_me=true`)),
    );
    return [...new Set(answers.map(({ status }) => status))];
  };

  it('email_me: one mail for an endpoint in five minutes, from all replicas; the next says how many ran', async () => {
    await using replica = await startTestService({ from: service });
    const endpoint = await publishFor('ann@example.com', '--plan', 'custom');
    const other = await service.publish('b\n2\n', '--owner', 'ann@example.com', '--name', 'Stock');
    expect(await Promise.all([hits(endpoint, 40), hits(endpoint, 40, replica), hits(other, 1)])).toEqual([
      [200],
      [200],
      [200],
    ]);
    expect((await subjects('ann@example.com')).sort()).toEqual(['Export ran: Sales', 'Export ran: Stock']);
    for (const { clock } of [service, replica]) clock.ahead += 5 * minute - 5_000;
    await hits(endpoint, 1);
    expect(await subjects('ann@example.com')).toHaveLength(2);
    for (const { clock } of [service, replica]) clock.ahead += 6_000;
    await hits(endpoint, 1, replica);
    const [, , third] = await mails('ann@example.com');
    expect(third?.body).toMatch(/(\d+) other exports that asked for a mail ran since the last one/);
    const { since } = await service.database.db
      .selectFrom('export_ran_notices')
      .select('since')
      .where('endpoint_id', '=', endpoint)
      .executeTakeFirstOrThrow();
    expect(since).toBe(0);
    for (const { clock } of [service, replica]) clock.ahead += 5 * minute;
    await hits(endpoint, 1);
    expect((await mails('ann@example.com')).at(-1)?.body).not.toContain('since the last one');
  });

  it('email_me: every run is counted, in the first mail or in the next', async () => {
    const endpoint = await publishFor('ann@example.com', '--plan', 'custom');
    await hits(endpoint, 1);
    for (const count of [3, 4]) await hits(endpoint, count);
    service.clock.ahead += 5 * minute;
    await hits(endpoint, 1);
    expect((await mails('ann@example.com')).at(-1)?.body).toContain(
      '7 other exports that asked for a mail ran since the last one.',
    );
  });

  it('credits exhausted: once per billing cycle, with the charge that takes the last one', async () => {
    const endpoint = await publishFor('bo@example.com', '--plan', 'lite');
    const statuses = await Promise.all(Array.from({ length: 30 }, () => service.get(endpoint)));
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(await subjects('bo@example.com')).toEqual(['Your credits are used up']);
    const [mail] = await mails('bo@example.com');
    expect(mail?.body).toMatch(/Your credits renew on \w{3} \d{1,2}, \d{4}, \d\d:\d\d UTC/);
    await service.command('account', 'set', 'bo@example.com', '--credits', '1');
    expect((await service.get(endpoint)).status).toBe(200);
    expect((await service.get(endpoint)).status).toBe(403);
    expect(await subjects('bo@example.com')).toHaveLength(1);
    service.clock.ahead += 32 * day;
    await service.command('account', 'set', 'bo@example.com', '--credits', '1');
    expect((await service.get(endpoint)).status).toBe(200);
    expect(await subjects('bo@example.com')).toHaveLength(2);
  });

  it('credits exhausted: also when the last credit was on hold, and on the trial', async () => {
    const endpoint = await publishFor('cy@example.com');
    for (let hit = 0; hit < 9; hit += 1) await service.get(endpoint);
    expect(await subjects('cy@example.com')).toEqual([]);
    const sql = encodeURIComponent('SELECT a FROM service_table');
    expect((await service.get(`${endpoint}?sql=${sql}`)).status).toBe(200);
    expect((await service.get(endpoint)).status).toBe(403);
    const [mail, ...more] = await mails('cy@example.com');
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your free trial is used up');
    expect(mail?.body).toContain('choose a plan');
  });

  it('none of that when the balance only gets low, and none for an account without a limit', async () => {
    const low = await publishFor('di@example.com', '--plan', 'pro', '--credits', '2');
    const free = await publishFor('ed@example.com', '--plan', 'custom');
    for (const endpoint of [low, free]) expect((await service.get(endpoint)).status).toBe(200);
    expect([await mails('di@example.com'), await mails('ed@example.com')]).toEqual([[], []]);
  });
});
