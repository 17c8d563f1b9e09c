/** The owner's console: figures of the service by day, one account from outside, a search, a note; never any data. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { closeContext, openContext } from '../../src/app-context.ts';
import { readConfig } from '../../src/config/config.ts';
import { noteIncome } from '../../src/ledger/income-store.ts';
import { openLog } from '../../src/logging/log.ts';
import { serviceNow } from '../support/clock.ts';
import { engines } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';
import { type StripeService, startStripeService } from '../support/stripe-service.ts';

const withId = z.object({ id: z.string() });
const overview = z.looseObject({
  days: z.array(
    z.object({
      day: z.string(),
      hits: z.number(),
      failed: z.number(),
      accounts: z.number(),
      signUps: z.number(),
    }),
  ),
  requests: z.object({ now: z.number(), before: z.number() }),
});

describe.each(engines)('the console on %s', (engine) => {
  let ground: StripeService;
  let boss: Session;
  let ann: Session;
  let annId: string;
  let sales: string;

  beforeEach(async () => {
    ground = await startStripeService(engine);
    const { service } = ground;
    boss = await signedIn(service, 'boss@example.com', '--admin');
    ann = await signedIn(service, 'ann@example.com', '--plan', 'lite');
    annId = withId.parse(await (await ann.call('GET', '/api/account')).json()).id;
    sales = await service.publish(
      'name\nsecret cell\n',
      '--owner',
      'ann@example.com',
      '--name',
      '100 % Sales',
    );
  });
  afterEach(() => ground[Symbol.asyncDispose]());

  const get = (path: string) => boss.call('GET', `/api/administrator/${path}`);
  const read = async (path: string) => (await get(path)).json();

  it('sums requests, failures, active accounts and sign-ups by day, beside the time before', async () => {
    const { service } = ground;
    await service.get(sales);
    await service.get(`${sales}?sql=nonsense`);
    const figures = async () => overview.parse(await read('overview'));
    await expect.poll(async () => (await figures()).requests).toEqual({ now: 2, before: 0 });
    expect(await figures()).toMatchObject({
      failures: { now: 1, before: 0 },
      activeAccounts: { now: 1, before: 0 },
      signUps: { now: 2, before: 0 },
      failing: [{ id: sales, name: '100 % Sales', email: 'ann@example.com', hits: 2, failed: 1 }],
      slowest: [{ id: sales, accountId: annId }],
    });
    expect((await figures()).days).toHaveLength(30);
    expect((await figures()).days.at(-1)).toEqual({
      day: '2027-01-10',
      hits: 2,
      failed: 1,
      accounts: 1,
      signUps: 2,
    });
    ground.moveTo('2027-02-10T12:00:00Z');
    boss = await signedIn(service, 'chief@example.com', '--admin');
    expect(await figures()).toMatchObject({
      requests: { now: 0, before: 2 },
      failures: { now: 0, before: 1 },
      activeAccounts: { now: 0, before: 1 },
      signUps: { now: 1, before: 2 },
      slowest: [],
      failing: [],
    });
  });

  it('tells the income of a month and its change', async () => {
    const { service } = ground;
    expect(await read('overview')).toMatchObject({
      income: { now: 0, before: null },
      paying: { now: 0, before: null },
    });
    const context = await openContext(readConfig(service.environment), openLog('silent'), () =>
      serviceNow(service),
    );
    await noteIncome(context);
    await signedIn(service, 'mona@example.com');
    await ground.subscribe('mona@example.com', '--plan', 'lite');
    await ground.deliverNew();
    await closeContext(context);
    expect(await read('overview')).toMatchObject({ income: { now: 500 }, paying: { now: 1 } });
    ground.moveTo('2027-02-09T12:00:00Z');
    boss = await signedIn(service, 'chief@example.com', '--admin');
    expect(await read('overview')).toMatchObject({ income: { before: 0 }, paying: { before: 0 } });
  });

  it('shows the endpoints of an account with what their requests get, and none of its data', async () => {
    const answer = await get(`accounts/${annId}/endpoints`);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      total: 1,
      endpoints: [{ id: sales, name: '100 % Sales', source: 'csv_upload', state: 'working', problem: null }],
    });
    expect(text).not.toContain('secret cell');
    expect((await get(`accounts/${'0'.repeat(22)}/endpoints`)).status).toBe(404);
    expect((await ann.call('GET', `/api/administrator/accounts/${annId}/endpoints`)).status).toBe(403);
  });

  it('finds accounts and endpoints by name, address or id, each character as itself', async () => {
    const found = async (text: string) => read(`search?search=${encodeURIComponent(text)}`);
    const endpoint = { id: sales, name: '100 % Sales', accountId: annId, email: 'ann@example.com' };
    expect(await found('sALES')).toEqual({ accounts: [], endpoints: [endpoint] });
    expect(await found('%')).toEqual({ accounts: [], endpoints: [endpoint] });
    expect(await found(sales)).toEqual({ accounts: [], endpoints: [endpoint] });
    expect(await found('ANN@')).toEqual({
      accounts: [{ id: annId, email: 'ann@example.com' }],
      endpoints: [],
    });
    expect(await found('_nn')).toEqual({ accounts: [], endpoints: [] });
    expect(await found('')).toEqual({ accounts: [], endpoints: [] });
  });

  it('keeps a note on an account that its owner never sees', async () => {
    const write = (note: string) => boss.call('PATCH', `/api/administrator/accounts/${annId}`, { note });
    expect(await (await write('Pays by <b>bank</b> transfer')).json()).toMatchObject({
      note: 'Pays by <b>bank</b> transfer',
    });
    expect(await (await ann.call('GET', '/api/account')).text()).not.toContain('transfer');
    expect((await write('x'.repeat(2_001))).status).toBe(400);
    expect(await read(`accounts/${annId}`)).toMatchObject({ note: 'Pays by <b>bank</b> transfer' });
    expect(await (await write('')).json()).toMatchObject({ note: '' });
  });

  it('sends the wish for a custom plan to the administrators, once a day', async () => {
    const ask = () => ann.call('POST', '/api/plans/custom', { message: '<b>10,000</b> credits' });
    expect((await ask()).status).toBe(200);
    const mails = await ground.service.database.db
      .selectFrom('outbox')
      .select(['recipient', 'subject', 'html'])
      .where('subject', 'like', 'Custom plan%')
      .execute();
    expect(mails).toEqual([
      {
        recipient: 'boss@example.com',
        subject: 'Custom plan: ann@example.com asks',
        html: expect.stringContaining('&lt;b&gt;10,000&lt;/b&gt; credits'),
      },
    ]);
    const again = await ask();
    expect([again.status, await again.json()]).toEqual([
      409,
      expect.objectContaining({ data: 'You have asked today. You will get an answer by e-mail.' }),
    ]);
  });
});
