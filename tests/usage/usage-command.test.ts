/** `usage ENDPOINT_ID [--days N]`: sums by day, totals, the last requests; and what the dashboard reads. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContext } from '../../src/app-context.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/logging/log.ts';
import { openRecorder } from '../../src/usage/recorder.ts';
import { daysOfAccount } from '../../src/usage/usage-store.ts';
import { castTable, createOwner } from '../support/cast.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { recordedHits } from './recorded-hits.ts';
import { hitOf, openBeside } from './usage-context.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const dayAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

describe.each(engines)('usage on %s', (engine) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ engine });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  async function record(...hits: readonly ReturnType<typeof hitOf>[]): Promise<void> {
    await using beside = await openBeside(service);
    const recorder = openRecorder(beside.context);
    for (const hit of hits) recorder.record(hit);
    await recorder.close();
  }

  it('has nothing before the first hit', async () => {
    const id = await service.publish(castTable, '--name', 'Prices');
    expect(await service.command('usage', id)).toEqual({
      endpoint: { id, name: 'Prices' },
      totals: { lastHitAt: null, hitsThisCycle: 0 },
      days: [],
      requests: [],
    });
  });

  it('has a hit as the front door saw it', async () => {
    const { endpoint } = await createOwner(service, 'front@example.com', '--plan', 'lite');
    const proxy = await service.command('proxy', 'create', endpoint);
    await (await service.get(`proxy/${proxy['id']}`, { 'user-agent': 'one' })).arrayBuffer();
    await (await service.get(`${endpoint}?type=nothing&colour=red`, { 'user-agent': 'two' })).arrayBuffer();
    await recordedHits(service, 2);
    const { totals, days, requests } = await service.command('usage', endpoint);
    const common = { at: expect.stringMatching(/^\d{4}-.*Z$/), ms: expect.any(Number) };
    const refused = { status: 400, error: 'parameterInvalid', type: null, rows: null, credits: 0 };
    expect(requests).toEqual([
      { ...common, ...refused, bytes: expect.any(Number), proxy: null, userAgent: 'two', ignored: 'colour' },
      {
        ...common,
        status: 200,
        error: null,
        type: 'csv',
        rows: 2,
        bytes: castTable.length,
        credits: 1,
        proxy: String(proxy['id']).slice(0, 6),
        userAgent: 'one',
        ignored: null,
      },
    ]);
    expect(totals).toEqual({ lastHitAt: expect.stringMatching(/Z$/), hitsThisCycle: 2 });
    expect(days).toMatchObject([{ day: dayAgo(0), hits: 2, failed: 1, credits: 1, rows: 2 }]);
  });

  it('sums by day in UTC, newest first, for as many days as asked for', async () => {
    const id = await service.publish(castTable);
    const midnight = Date.parse(`${dayAgo(1)}T00:00:00Z`);
    const week = Date.now() - 6 * dayMs;
    await record(
      hitOf(id, { at: midnight - 1, ms: 10, rows: 5, bytes: 100 }),
      hitOf(id, { at: midnight, ms: 10, rows: null, bytes: 7, credits: 0, status: 499 }),
      hitOf(id, { at: midnight + dayMs - 1, ms: 21, rows: 1, bytes: 8, credits: 1 }),
      hitOf(id, { at: week }),
    );
    const days = [
      { day: dayAgo(1), hits: 2, failed: 1, credits: 1, rows: 1, bytes: 15, averageMs: 16 },
      { day: dayAgo(2), hits: 1, failed: 0, credits: 1, rows: 5, bytes: 100, averageMs: 10 },
    ];
    expect((await service.command('usage', id, '--days', '3'))['days']).toEqual(days);
    expect((await service.command('usage', id, '--days', '1'))['days']).toEqual([]);
    const all = (await service.command('usage', id))['days'];
    expect(all).toMatchObject([...days, { day: dayAgo(6), hits: 1 }]);
  });

  it('shows the last 50 requests', async () => {
    const id = await service.publish(castTable);
    const now = Date.now();
    await record(...Array.from({ length: 60 }, (_, index) => hitOf(id, { at: now - index, ms: index })));
    const { requests } = await service.command('usage', id);
    const shown = Array.isArray(requests) ? requests.map(({ ms }) => ms) : [];
    expect(shown).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  it('counts hits of this billing cycle only', async () => {
    await using later = await startTestService({ engine });
    const { endpoint } = await createOwner(later, 'ann@example.com', '--plan', 'lite');
    const thisCycle = async (): Promise<unknown> => (await later.command('usage', endpoint))['totals'];
    for (let hit = 0; hit < 3; hit++) await (await later.get(endpoint)).arrayBuffer();
    await recordedHits(later, 3);
    expect(await thisCycle()).toMatchObject({ hitsThisCycle: 3 });
    later.clock.ahead = 32 * dayMs;
    expect(await thisCycle()).toMatchObject({ hitsThisCycle: 0 });
    await (await later.get(endpoint)).arrayBuffer();
    await recordedHits(later, 4);
    expect(await thisCycle()).toMatchObject({ hitsThisCycle: 1 });
  });

  it('gives the sums of all endpoints of an account', async () => {
    const owner = await createOwner(service, 'many@example.com', '--plan', 'lite');
    const other = await service.publish(castTable, '--owner', owner.email);
    const strange = await service.publish(castTable);
    await record(hitOf(owner.endpoint), hitOf(other), hitOf(other), hitOf(strange));
    await using beside = await openBeside(service);
    const { id } = await service.database.db
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', owner.email)
      .executeTakeFirstOrThrow();
    expect(await daysOfAccount(beside.context, id, 30)).toEqual([
      { day: dayAgo(0), hits: 3, failed: 0, credits: 3, rows: 6, bytes: 60, averageMs: 3 },
    ]);
  });

  it('says in one line what is wrong', async () => {
    const id = await service.publish(castTable);
    const refusal = (...words: readonly string[]): Promise<string> =>
      service.command(...words).then(String, (error: Error) => error.message);
    expect(await refusal('usage', 'nothing')).toMatch(/^There is no endpoint nothing\./);
    expect(await refusal('usage')).toBe('This command takes one ENDPOINT_ID.');
    for (const days of ['0', '732']) {
      expect(await refusal('usage', id, '--days', days)).toBe('--days takes a number from 1 to 731.');
    }
    expect(await refusal('usage', id, '--days', 'ten')).toBe('--days takes a whole number, not "ten".');
  });

  it('is a table on a terminal', async () => {
    const id = await service.publish(castTable);
    await record(hitOf(id, { userAgent: 'curl/8.0' }));
    const out: string[] = [];
    const open = () => openContext(readConfig(service.environment), openLog('silent'));
    const output = { out: (text: string) => out.push(text), err: () => {}, person: true };
    expect(await runCommand(['usage', id], open, output)).toBe(0);
    const text = out.join('');
    expect(text).toMatch(/DAY +HITS +FAILED +CREDITS +ROWS +BYTES +AVERAGE MS/);
    expect(text).toMatch(new RegExp(`${dayAgo(0)} +1 +0 +1 +2 +20 +3`));
    expect(text).toMatch(/AT +STATUS +ERROR +TYPE +ROWS +BYTES +MS +CREDITS +PROXY +USER AGENT/);
    expect(text).toContain('curl/8.0');
  });
});
