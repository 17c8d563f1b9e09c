/** `account set --interval` and `--cancel`: what an administrator sets where nothing is paid at Stripe. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOwner } from '../support/cast.ts';
import { serviceNow, setClock } from '../support/clock.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';

describe.each(engines)('account set on %s', (engine) => {
  let service: TestService;
  let email: string;
  let endpoint: string;
  beforeEach(async () => {
    service = await startTestService({ engine });
    setClock(service, '2026-11-20T12:00:00Z');
    ({ email, endpoint } = await createOwner(service, 'ann@example.com'));
  });
  afterEach(() => service[Symbol.asyncDispose]());

  const set = (...words: readonly string[]) => service.command('account', 'set', email, ...words);
  const show = () => service.command('account', 'show', email);

  it('--interval annual pays for a year, with new credits every month', async () => {
    const began = serviceNow(service);
    const account = await set('--plan', 'lite', '--interval', 'annual');
    expect(account).toMatchObject({ plan: 'lite', interval: 'annual', credits: 20 });
    const months = (at: unknown) => (Date.parse(String(at)) - began) / (30.5 * 24 * 60 * 60 * 1_000);
    expect(Math.round(months(account['paidUntil']))).toBe(12);
    expect(Math.round(months(account['cycleEnds']))).toBe(1);
    await service.get(endpoint);
    expect(await show()).toMatchObject({ credits: 19 });
    setClock(service, '2026-12-21T12:00:00Z');
    expect(await show()).toMatchObject({ credits: 20, paidUntil: account['paidUntil'] });
    expect(await set('--plan', 'lite', '--interval', 'monthly')).toMatchObject({ plan: 'lite' });
    await expect(set('--interval', 'annual')).rejects.toThrow(/--interval goes with --plan/);
    await expect(set('--plan', 'lite', '--interval', 'weekly')).rejects.toThrow(/monthly, annual/);
  });

  it('--cancel true ends the plan when the paid time is over, and false takes it back', async () => {
    await set('--plan', 'lite');
    const cancelled = await set('--cancel', 'true');
    expect(cancelled).toMatchObject({
      plan: 'lite',
      nextPlan: 'none',
      subscriptionEnds: cancelled['cycleEnds'],
    });
    expect(await set('--cancel', 'false')).toMatchObject({ nextPlan: null, subscriptionEnds: null });
    await set('--cancel', 'true');
    expect((await service.get(endpoint)).status).toBe(200);
    setClock(service, '2026-12-21T12:00:00Z');
    expect((await service.get(endpoint)).status).toBe(403);
    expect(await show()).toMatchObject({ state: 'subscription expired' });
    await set('--plan', 'lite');
    expect((await service.get(endpoint)).status).toBe(200);
    await expect(set('--cancel', 'perhaps')).rejects.toThrow(/--cancel takes true or false/);
  });
});
