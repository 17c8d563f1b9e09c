/** Usage in the dashboard's interface: the log page by page, sums by day, credits of the cycle. */
import { CompiledQuery } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { HitRow } from '../../src/storage/database/schema.ts';
import { atThisPace } from '../support/machine-pace.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';
import { recordedHits } from '../usage/recorded-hits.ts';

const owner = 'ann@example.com';
const logPage = z.object({
  hits: z.array(z.looseObject({ at: z.string(), status: z.number(), ms: z.number() })),
  next: z.number().nullable(),
});
const usageShape = z.looseObject({
  days: z.array(
    z.looseObject({ day: z.string(), hits: z.number(), failed: z.number(), credits: z.number() }),
  ),
});

describe.each(engines)('usage on %s', (engine) => {
  let service: TestService;
  let ann: Session;
  let endpoint: string;

  beforeEach(async () => {
    service = await startTestService({ engine });
    ann = await signedIn(service, owner, '--plan', 'lite');
    endpoint = await service.publish('name,price\nwidget,10\n', '--owner', owner, '--name', 'Prices');
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const json = async (path: string): Promise<unknown> => (await ann.call('GET', path)).json();
  const log = async (query = '') => logPage.parse(await json(`/api/endpoints/${endpoint}/hits?${query}`));
  const row = (changes: Partial<HitRow>): HitRow => ({
    at: Date.now(),
    endpoint_id: endpoint,
    proxy: null,
    status: 200,
    error: null,
    type: 'csv',
    rows: 1,
    bytes: 10,
    ms: 1,
    credits: 1,
    user_agent: null,
    ignored: null,
    data: null,
    ...changes,
  });

  /** Every page, from the newest on. */
  async function walked(status: string) {
    const pages = [await log(`status=${status}`)];
    for (let next = pages[0]?.next ?? null; next !== null; next = pages.at(-1)?.next ?? null) {
      pages.push(await log(`status=${status}&before=${next}`));
    }
    return pages.map(({ hits }) => hits);
  }

  it('lists every hit once, page by page, also when many have the same time', async () => {
    const at = Date.now() - 1_000_000;
    const rows = Array.from({ length: 200 }, (_, index) =>
      // Eighty in one millisecond, across the end of the first page.
      row({
        at: at - (index < 30 ? index : Math.max(30, index - 80)),
        ms: index,
        status: [200, 403, 500][index % 3] ?? 0,
      }),
    );
    await service.database.db.insertInto('hits').values(rows).execute();
    const pages = await walked('all');
    expect(pages.length).toBeGreaterThan(2);
    const all = pages.flat();
    expect(new Set(all.map(({ ms }) => ms)).size).toBe(200);
    expect(all).toHaveLength(200);
    expect(all.map((hit) => hit.at)).toEqual(
      all
        .map((hit) => hit.at)
        .toSorted()
        .toReversed(),
    );
    const classes = { succeeded: 200, refused: 403, failed: 500 };
    for (const [name, status] of Object.entries(classes)) {
      const found = (await walked(name)).flat();
      expect(found.map((hit) => hit.status)).toEqual(
        rows.filter((each) => each.status === status).map(() => status),
      );
    }
    expect((await ann.call('GET', `/api/endpoints/${endpoint}/hits?status=nothing`)).status).toBe(400);
  });

  it('finds the few that failed among many, and the other way round, by an index', async () => {
    const { db } = service.database;
    const rows = Array.from({ length: 20_000 }, (_, index) =>
      row({
        at: index,
        status: index % 4_000 ? 200 : 500,
        endpoint_id: index % 400 ? `other ${index % 400}` : endpoint,
      }),
    );
    for (let done = 0; done < rows.length; done += 1_000) {
      await db
        .insertInto('hits')
        .values(rows.slice(done, done + 1_000))
        .execute();
    }
    await db.executeQuery(CompiledQuery.raw('analyze'));
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain';
    for (const [name, condition] of [
      ['hits_succeeded', 'status < 400'],
      ['hits_failed', 'status >= 500'],
    ]) {
      const plan = await db.executeQuery(
        CompiledQuery.raw(
          `${explain} select * from hits where endpoint_id = '${endpoint}' and ${condition} and at < 10000 order by at desc limit 51`,
        ),
      );
      expect(JSON.stringify(plan.rows)).toContain(name);
    }
    const began = performance.now();
    expect((await log('status=failed')).hits).toHaveLength(5);
    expect(performance.now() - began).toBeLessThan(atThisPace(1_000));
  });

  it('tells errors in words, with the page that explains them, and what had no effect', async () => {
    await service.get(`${endpoint}?type=docx&colour=red`, { 'user-agent': 'curl/8.0' });
    await recordedHits(service, 1);
    const { hits } = await log('status=refused');
    expect(hits).toMatchObject([
      {
        status: 400,
        error: 'A query parameter has a value that it does not take.',
        help: expect.stringMatching(/\/docs\/errors\/parameter-invalid$/),
        userAgent: 'curl/8.0',
        ignored: 'colour',
        credits: 0,
      },
    ]);
  });

  it('sums thirty days of an endpoint and of the account, and the credits of the cycle', async () => {
    const eve = await signedIn(service, 'eve@example.com', '--plan', 'lite');
    const other = await service.publish('a\n1\n', '--owner', owner, '--name', 'Other');
    for (const path of [endpoint, endpoint, `${endpoint}?type=docx`, other]) await service.get(path);
    await recordedHits(service, 4);
    const own = usageShape.parse(await json(`/api/endpoints/${endpoint}/usage`));
    expect(own).toMatchObject({ hitsThisCycle: 3 });
    expect(own.days).toHaveLength(30);
    expect(own.days.at(-1)).toMatchObject({ hits: 3, failed: 1, credits: 2 });
    expect(own.days.slice(0, -1).every(({ hits }) => hits === 0)).toBe(true);
    const all = await json('/api/usage');
    expect(usageShape.parse(all).days.at(-1)).toMatchObject({ hits: 4, failed: 1, credits: 3 });
    expect(all).toMatchObject({
      credits: {
        left: 17,
        used: 3,
        // Three credits on the first day, and so for the month that is left: they last for six days.
        forecast: expect.toSatisfy((credits) => credits >= 84 && credits <= 96),
        lastsUntil: expect.any(String),
        entries: [{ kind: 'plan', amount: 20 }],
      },
    });
    expect(await json('/api/usage/endpoints')).toMatchObject({
      endpoints: [
        { id: endpoint, name: 'Prices', hitsThisCycle: 3 },
        { id: other, name: 'Other', hitsThisCycle: 1 },
      ],
      total: 2,
    });
    const foreign = await (await eve.call('GET', '/api/usage')).json();
    expect(usageShape.parse(foreign).days.at(-1)).toMatchObject({ hits: 0 });
    await service.command('account', 'set', owner, '--plan', 'custom');
    expect(await json('/api/usage')).toMatchObject({ credits: null });
  });
});
