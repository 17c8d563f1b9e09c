/** Contract 2.5: every plan's allocation, billing cycles, and a balance that is always right. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf, costOf, createOwner, expectLedgerWhole } from '../support/cast.ts';
import { setClock } from '../support/clock.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { slowSql } from '../support/slow-sql.ts';

/** Plan, its name on the command line, its credits. */
const plans = [
  ['Free Trial: 10, one time', 'trial', 10],
  ['Lite: 20, more can be added', 'lite', 20],
  ['Standard: 100, more can be added', 'standard', 100],
  ['Pro: 500, more can be added', 'pro', 500],
] as const;

/** When the account was made, and the ends of the cycles that follow. */
const anniversaries = [
  ['the same day of each month', '2027-03-15T10:00:00Z', ['2027-04-15', '2027-05-15', '2027-06-15']],
  [
    'the 31st: the last day of shorter months',
    '2027-01-31T10:00:00Z',
    ['2027-02-28', '2027-03-31', '2027-04-30'],
  ],
  ['the 31st in a leap year', '2028-01-31T10:00:00Z', ['2028-02-29', '2028-03-31', '2028-04-30']],
  ['the 30th', '2027-01-30T10:00:00Z', ['2027-02-28', '2027-03-30', '2027-04-30']],
  ['the 29th', '2027-01-29T10:00:00Z', ['2027-02-28', '2027-03-29', '2027-04-29']],
  ['over the end of the year', '2027-11-30T10:00:00Z', ['2027-12-30', '2028-01-30', '2028-02-29']],
] as const;

describe.each(engines)('2 Plans and credits on %s', (engine) => {
  let service: TestService;
  let accounts = 0;
  const newEmail = (): string => `owner${++accounts}@example.com`;
  const inFlight = async (email: string): Promise<number> => {
    const accounts = service.database.db.selectFrom('accounts').select('held').where('email', '=', email);
    return (await accounts.executeTakeFirstOrThrow()).held;
  };
  beforeAll(async () => {
    service = await startTestService({ engine });
  });
  afterEach(async () => {
    service.clock.ahead = 0;
    await expectLedgerWhole(service);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it.each(plans)('%s', async (label, plan, credits) => {
    const { email, endpoint } = await createOwner(service, newEmail(), '--plan', plan);
    expect(await service.command('account', 'show', email)).toMatchObject({ plan, credits });
    expect((await service.get(endpoint)).status).toBe(200);
    expect(await balanceOf(service, email)).toBe(credits - 1);
    const adding = service.command('account', 'set', email, '--add-credits', '7');
    if (label.includes('more can be added')) {
      await adding;
      expect(await balanceOf(service, email)).toBe(credits + 6);
    } else {
      await expect(adding).rejects.toThrow('Credits cannot be added to the Free Trial plan.');
      expect(await balanceOf(service, email)).toBe(credits - 1);
    }
  });

  it('Custom: negotiable, without a limit unless one is agreed', async () => {
    const { email, endpoint } = await createOwner(service, newEmail(), '--plan', 'custom');
    expect(await service.command('account', 'show', email)).toMatchObject({ credits: 'unlimited' });
    for (let hit = 0; hit < 12; hit++) expect((await service.get(endpoint)).status).toBe(200);
    expect(await balanceOf(service, email)).toBeNull();
  });

  it('Custom: an agreed number of credits is the allocation of every cycle', async () => {
    setClock(service, '2027-05-10T00:00:00Z');
    const { email, endpoint } = await createOwner(service, newEmail(), '--plan', 'custom', '--credits', '2');
    const statuses = [];
    for (let hit = 0; hit < 3; hit++) statuses.push((await service.get(endpoint)).status);
    expect(statuses).toEqual([200, 200, 403]);
    setClock(service, '2027-06-10T00:00:01Z');
    expect((await service.get(endpoint)).status).toBe(200);
    expect(await balanceOf(service, email)).toBe(1);
  });

  it.each(anniversaries)('credits reset each billing cycle, on %s', async (_day, made, ends) => {
    setClock(service, made);
    const { email, endpoint } = await createOwner(service, newEmail(), '--plan', 'lite');
    for (const end of ends) {
      setClock(service, `${end}T09:59:50Z`);
      await service.get(endpoint);
      expect(await balanceOf(service, email)).toBe(19);
      const { cycleEnds } = await service.command('account', 'show', email);
      expect(String(cycleEnds).slice(0, 16)).toBe(`${end}T10:00`);
      setClock(service, `${end}T10:00:10Z`);
      expect(await service.command('account', 'show', email)).toMatchObject({ credits: 20 });
    }
  });

  it('unused credits do not roll over, nor do added ones', async () => {
    setClock(service, '2027-05-10T00:00:00Z');
    const { email, endpoint } = await createOwner(service, newEmail(), '--plan', 'lite');
    await service.command('account', 'set', email, '--add-credits', '30');
    await service.get(endpoint);
    expect(await balanceOf(service, email)).toBe(49);
    setClock(service, '2027-06-10T00:00:10Z');
    await service.get(endpoint);
    expect(await balanceOf(service, email)).toBe(19);
  });

  it('a balance of zero is full again with the next cycle, by the hit itself', async () => {
    setClock(service, '2027-05-10T00:00:00Z');
    const { email, endpoint } = await createOwner(service, newEmail(), '--plan', 'lite', '--credits', '0');
    expect((await service.get(endpoint)).status).toBe(403);
    setClock(service, '2027-06-10T00:00:10Z');
    expect((await service.get(endpoint)).status).toBe(200);
    expect(await balanceOf(service, email)).toBe(19);
  });

  it('after months without a hit there is one full allocation, and the anniversary stays', async () => {
    setClock(service, '2027-01-31T00:00:00Z');
    const { email, endpoint } = await createOwner(service, newEmail(), '--plan', 'lite');
    setClock(service, '2028-02-10T00:00:00Z');
    const hits = await Promise.all(Array.from({ length: 10 }, () => service.get(endpoint)));
    expect(hits.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await balanceOf(service, email)).toBe(10);
    const { cycleEnds } = await service.command('account', 'show', email);
    expect(String(cycleEnds).slice(0, 10)).toBe('2028-02-29');
  });

  it('a change of plan begins a new cycle with the full allocation', async () => {
    setClock(service, '2027-01-05T00:00:00Z');
    const { email, endpoint } = await createOwner(service, newEmail(), '--plan', 'lite');
    await service.get(endpoint);
    setClock(service, '2027-01-20T00:00:00Z');
    expect(await service.command('account', 'set', email, '--plan', 'pro')).toMatchObject({
      plan: 'pro',
      credits: 500,
    });
    const { cycleEnds } = await service.command('account', 'show', email);
    expect(String(cycleEnds).slice(0, 10)).toBe('2027-02-20');
    await service.command('account', 'set', email, '--plan', 'custom');
    expect((await service.get(endpoint)).status).toBe(200);
    await service.command('account', 'set', email, '--plan', 'standard');
    expect(await balanceOf(service, email)).toBe(100);
  });

  it('a cycle that begins while a hit is under way charges the hit to the new allocation', async () => {
    setClock(service, '2027-05-10T00:00:00Z');
    const { email, endpoint } = await createOwner(service, newEmail(), '--plan', 'lite', '--credits', '5');
    const hit = service.get(`${endpoint}?sql=${encodeURIComponent(slowSql(2_000_000))}`);
    await expect.poll(() => inFlight(email)).toBe(1);
    setClock(service, '2027-06-10T00:00:10Z');
    await service.command('account', 'show', email);
    expect((await hit).status).toBe(200);
    expect(await balanceOf(service, email)).toBe(19);
  });

  it.each([
    ['its balance is set to zero', ['set', '--credits', '0'], 0],
    ['its plan becomes unlimited', ['set', '--plan', 'custom'], null],
  ] as const)(
    'no balance falls below zero when %s while a hit is under way',
    async (_what, words, balance) => {
      const { email, endpoint } = await createOwner(service, newEmail(), '--plan', 'lite', '--credits', '1');
      const { cost, answer } = await costOf(service, async () => {
        const hit = service.get(`${endpoint}?sql=${encodeURIComponent(slowSql(2_000_000))}`);
        await expect.poll(() => inFlight(email)).toBe(1);
        const [verb, ...options] = words;
        await service.command('account', verb, email, ...options);
        return hit;
      });
      expect([answer.status, cost]).toEqual([200, 0]);
      expect(await balanceOf(service, email)).toBe(balance);
      await service.command('account', 'set', email, '--plan', 'standard');
      expect(await balanceOf(service, email)).toBe(100);
    },
  );
});
