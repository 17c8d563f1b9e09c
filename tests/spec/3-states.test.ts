/** Contract 3.1: every condition by its own words, what a hit then gets, and the way back. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  balanceOf,
  type Cast,
  type CastName,
  castTable,
  costOf,
  createCast,
  createOwner,
  expectLedgerWhole,
} from '../support/cast.ts';
import { serviceNow } from '../support/clock.ts';
import { rawRequest } from '../support/raw-http.ts';
import { removeClosed } from '../support/remove-closed.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';

const site = 'https://site.example/login';
const noCredits = `Not enough credits. Login at ${site} to purchase.`;
const day = 24 * 60 * 60 * 1_000;

/** The condition, who is in it, and what a hit is told. */
const states: readonly (readonly [condition: string, of: CastName, error: string | undefined])[] = [
  ['Free trial active', 'trial', undefined],
  ['Free trial expired', 'trialExpired', 'Your free trial has expired'],
  ['Credit balance zero', 'creditless', noCredits],
  ['Account not initialised', 'uninitialised', `Please login to ${site} to reactivate your URLs`],
  ['Account blocked', 'blocked', 'USER_BLOCKED'],
  ['Subscription expired', 'lapsed', noCredits],
];

describe.each(engines)('3 States and transitions on %s', (engine) => {
  let service: TestService;
  let cast: Cast;
  beforeAll(async () => {
    service = await startTestService({ engine, environment: { SITE_URL: site } });
    cast = await createCast(service);
  });
  afterEach(() => expectLedgerWhole(service));
  afterAll(() => service[Symbol.asyncDispose]());

  it.each(states)('%s: the account shows it', async (condition, of) => {
    const shown = await service.command('account', 'show', cast[of].email);
    expect(shown).toMatchObject({ state: condition.toLowerCase() });
  });

  it.each(states)('%s: what a hit gets', async (_condition, of, error) => {
    const { cost, answer } = await costOf(service, () => service.get(cast[of].endpoint));
    expect(answer.status).toBe(error === undefined ? 200 : 403);
    expect(cost).toBe(error === undefined ? 1 : 0);
    if (error === undefined) expect(await answer.text()).toBe(castTable);
    else expect(await answer.json()).toMatchObject({ error });
  });

  it.each(states)(
    '%s: a HEAD request is refused alike, before anything is charged',
    async (_condition, of, error) => {
      const { cost, answer } = await costOf(service, () =>
        rawRequest(service.url, `HEAD /${cast[of].endpoint}`),
      );
      expect([answer.status, cost]).toEqual([error === undefined ? 200 : 403, 0]);
    },
  );

  it.each(states)('%s: the same through /files/ and a proxy', async (_condition, of, error) => {
    const proxy = await service.command('proxy', 'create', cast[of].endpoint);
    for (const path of [`files/${cast[of].endpoint}`, `proxy/${proxy['id']}`]) {
      const answer = await service.get(path);
      expect(answer.status).toBe(error === undefined ? 200 : 403);
      if (error !== undefined) expect(await answer.json()).toMatchObject({ error });
    }
  });

  it('a deleted account: its endpoints stay and answer 403 `User ID not found`', async () => {
    const { cost, answer } = await costOf(service, () => service.get(cast.deleted.endpoint));
    expect([answer.status, cost]).toEqual([403, 0]);
    expect(await answer.json()).toMatchObject({ error: 'User ID not found' });
  });

  it('blocked comes before not initialised, and both before credits and subscription', async () => {
    const { email, endpoint } = await createOwner(
      service,
      'all@example.com',
      '--plan',
      'lite',
      '--credits',
      '0',
      '--uninitialised',
    );
    const errorNow = async (): Promise<unknown> => (await service.get(endpoint)).json();
    await service.command('account', 'set', email, '--blocked', 'true');
    expect(await errorNow()).toMatchObject({ error: 'USER_BLOCKED' });
    await service.command('account', 'set', email, '--blocked', 'false');
    expect(await errorNow()).toMatchObject({ error: `Please login to ${site} to reactivate your URLs` });
    await service.command('account', 'set', email, '--initialised', 'true');
    expect(await errorNow()).toMatchObject({ error: noCredits });
  });

  it('a refused hit of a wrong parameter is told the state first', async () => {
    const answer = await service.get(`${cast.blocked.endpoint}?type=nonsense`);
    expect(await answer.json()).toMatchObject({ error: 'USER_BLOCKED' });
  });

  it('unblocked and initialised accounts get data again', async () => {
    for (const [name, option, value] of [
      ['blocked', '--blocked', 'false'],
      ['uninitialised', '--initialised', 'true'],
    ] as const) {
      await service.command('account', 'set', cast[name].email, option, value);
      expect((await service.get(cast[name].endpoint)).status).toBe(200);
    }
  });

  it('Free trial: 10 hits one time, the 11th gets `Your free trial has expired`', async () => {
    const { email, endpoint } = await createOwner(service, 'ten@example.com');
    for (let hit = 1; hit <= 10; hit++) {
      expect((await service.get(endpoint)).status).toBe(200);
      expect(await balanceOf(service, email)).toBe(10 - hit);
    }
    const answer = await service.get(endpoint);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: 'Your free trial has expired' });
  });

  it('the trial is never reset by time', async () => {
    service.clock.ahead = 400 * day;
    try {
      expect((await service.get(cast.trialExpired.endpoint)).status).toBe(403);
      expect(await service.command('account', 'show', cast.trialExpired.email)).toMatchObject({
        state: 'free trial expired',
        cycleEnds: null,
      });
    } finally {
      service.clock.ahead = 0;
    }
  });

  it('a deleted and recreated account gets no second trial', async () => {
    const { email, endpoint } = await createOwner(service, 'again@example.com');
    expect(await balanceOf(service, email)).toBe(10);
    await service.command('account', 'delete', email);
    service.clock.ahead = 8 * day;
    await removeClosed(service);
    service.clock.ahead = 0;
    const again = await createOwner(service, 'Again@Example.com');
    expect(await balanceOf(service, email)).toBe(0);
    expect(await (await service.get(again.endpoint)).json()).toMatchObject({
      error: 'Your free trial has expired',
    });
    expect(await (await service.get(endpoint)).json()).toMatchObject({ error: 'User ID not found' });
  });

  it('`account set --plan trial` gives no second trial, from the trial or from a paid plan', async () => {
    const { email, endpoint } = await createOwner(service, 'once@example.com');
    await service.get(endpoint);
    await service.command('account', 'set', email, '--plan', 'trial');
    expect(await balanceOf(service, email)).toBe(9);
    await service.command('account', 'set', email, '--plan', 'lite');
    expect(await balanceOf(service, email)).toBe(20);
    await service.command('account', 'set', email, '--plan', 'trial');
    expect(await balanceOf(service, email)).toBe(0);
  });

  it('a trial that has expired works again at the same address on a paid plan', async () => {
    await service.command('account', 'set', cast.trialExpired.email, '--plan', 'lite');
    const { cost, answer } = await costOf(service, () => service.get(cast.trialExpired.endpoint));
    expect([answer.status, cost]).toEqual([200, 1]);
    expect(await balanceOf(service, cast.trialExpired.email)).toBe(19);
  });

  it('Subscription expired: endpoints stay configured; hits return 403 until resubscribed', async () => {
    const { email, endpoint } = await createOwner(service, 'renew@example.com', '--plan', 'pro');
    const ends = new Date(serviceNow(service) + day).toISOString();
    await service.command('account', 'set', email, '--subscription-ends', ends);
    expect((await service.get(endpoint)).status).toBe(200);
    service.clock.ahead = 2 * day;
    try {
      expect(await (await service.get(endpoint)).json()).toMatchObject({ error: noCredits });
      expect(await service.command('endpoint', 'list', email)).toMatchObject({
        endpoints: [{ id: endpoint }],
      });
      await service.command('account', 'set', email, '--subscription-ends', 'never');
      expect((await service.get(endpoint)).status).toBe(200);
    } finally {
      service.clock.ahead = 0;
    }
  });

  it('Subscription expired: a plan chosen anew ends it', async () => {
    await service.command('account', 'set', cast.lapsed.email, '--plan', 'standard');
    expect((await service.get(cast.lapsed.endpoint)).status).toBe(200);
    expect(await service.command('account', 'show', cast.lapsed.email)).toMatchObject({
      state: 'active',
      subscriptionEnds: null,
    });
  });
});
