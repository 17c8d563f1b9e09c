/** Plans that are paid at Stripe (contract 3.2): from the checkout over changes, failures and the grace to the end. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf, createOwner, expectLedgerWhole } from '../support/cast.ts';
import { serviceNow } from '../support/clock.ts';
import { engines } from '../support/service.ts';
import { type StripeService, startStripeService } from '../support/stripe-service.ts';

const day = 24 * 60 * 60 * 1_000;

describe.each(engines)('payment by Stripe on %s', (engine) => {
  let paid: StripeService;
  let accounts = 0;
  const newOwner = (...options: readonly string[]) =>
    createOwner(paid.service, `owner${++accounts}@example.com`, ...options);
  const show = (email: string) => paid.service.command('account', 'show', email);
  const command = (...words: readonly string[]) => paid.service.command(...words);
  const hit = async (endpoint: string): Promise<number> => (await paid.service.get(endpoint)).status;
  const subjects = async (email: string): Promise<string[]> => {
    const mails = paid.service.database.db.selectFrom('outbox').select('subject');
    const sent = await mails.where('recipient', '=', email).orderBy('created_at').execute();
    return sent.map(({ subject }) => subject);
  };
  beforeAll(async () => {
    paid = await startStripeService(engine);
  });
  afterEach(async () => {
    await paid.deliverNew();
    await expectLedgerWhole(paid.service);
  });
  afterAll(() => paid[Symbol.asyncDispose]());

  it('a plan is chosen on a page of Stripe, and begins at once when it is paid', async () => {
    const { email, endpoint } = await newOwner('--credits', '0');
    expect(await hit(endpoint)).toBe(403);
    const { url } = await command('plan', 'choose', email, '--plan', 'standard');
    expect(String(url)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/c\/pay\/cs_test_/);
    await paid.deliverNew();
    expect(await show(email)).toMatchObject({ plan: 'trial' });
    paid.stripe.pay(String(url));
    await paid.deliverNew();
    expect(await show(email)).toMatchObject({ plan: 'standard', credits: 100, interval: 'monthly' });
    expect(await hit(endpoint)).toBe(200);
    expect(await subjects(email)).toEqual(['Your plan: Standard']);
  });

  it('a plan that is canceled on the page of Stripe ends with what is paid, and can be kept there', async () => {
    const { email } = await newOwner();
    await paid.subscribe(email, '--plan', 'pro');
    const { url } = await command('plan', 'portal', email);
    const press = async (action: string): Promise<string> => {
      const answer = await fetch(String(url), { method: 'POST', body: new URLSearchParams({ do: action }) });
      await paid.deliverNew();
      return answer.text();
    };
    expect(await press('cancel')).toContain('Keep plan');
    expect(await show(email)).toMatchObject({ plan: 'pro', subscriptionEnds: expect.any(String) });
    expect(await press('keep')).toContain('Cancel plan');
    expect(await show(email)).toMatchObject({ plan: 'pro', subscriptionEnds: null });
  });

  it('a larger plan begins at once, with credits and price for the rest of the cycle, to the same end', async () => {
    const { email } = await newOwner();
    await paid.subscribe(email, '--plan', 'lite');
    const before = await show(email);
    await command('account', 'set', email, '--credits', '5');
    const begun = Date.parse(String(before['cycleEnds'])) - serviceNow(paid.service);
    paid.moveTo(serviceNow(paid.service) + begun / 2);
    const customer = await paid.customerOf(email);
    expect(await command('plan', 'change', email, '--plan', 'pro')).toMatchObject({
      plan: 'pro',
      credits: 5 + 240,
      cycleEnds: before['cycleEnds'],
    });
    const totals = [...paid.stripe.world.invoices.values()].filter((one) => one.customer === customer);
    expect(totals.map(({ total }) => total)).toEqual([500, 750]);
    await paid.deliverNew();
    expect(await balanceOf(paid.service, email)).toBe(245);
  });

  it('a card that is declined for a larger plan changes nothing', async () => {
    const { email } = await newOwner();
    await paid.subscribe(email, '--plan', 'lite');
    paid.stripe.world.declining.add(await paid.customerOf(email));
    await expect(command('plan', 'change', email, '--plan', 'pro')).rejects.toThrow(
      'Your card was declined.',
    );
    expect(await show(email)).toMatchObject({ plan: 'lite', credits: 20 });
  });

  it('a smaller plan begins at the end of what is paid, and can be taken back until then', async () => {
    const { email } = await newOwner();
    await paid.subscribe(email, '--plan', 'pro');
    expect(await command('plan', 'change', email, '--plan', 'lite')).toMatchObject({
      plan: 'pro',
      credits: 500,
      nextPlan: 'lite',
    });
    expect(await command('plan', 'resume', email)).toMatchObject({ nextPlan: null });
    await command('plan', 'change', email, '--plan', 'standard', '--interval', 'annual');
    const { cycleEnds, nextPlan, nextInterval } = await command('plan', 'change', email, '--plan', 'lite');
    expect([nextPlan, nextInterval]).toEqual(['lite', 'monthly']);
    paid.moveTo(Date.parse(String(cycleEnds)) + 1_000);
    expect(await show(email)).toMatchObject({ plan: 'lite', credits: 20, nextPlan: null });
    paid.moveTo(serviceNow(paid.service) + 2 * 60 * 60 * 1_000);
    await paid.deliverNew();
    expect(await show(email)).toMatchObject({ plan: 'lite', credits: 20, nextPlan: null, graceEnds: null });
    const { paidUntil } = await show(email);
    expect(Date.parse(String(paidUntil))).toBeGreaterThan(serviceNow(paid.service));
  });

  it('cancelled, a plan goes on until the end of what is paid; a new one revives the same addresses', async () => {
    const { email, endpoint } = await newOwner();
    await paid.subscribe(email, '--plan', 'lite');
    const { subscriptionEnds, paidUntil } = await command('plan', 'cancel', email);
    expect(subscriptionEnds).toBe(paidUntil);
    expect(await hit(endpoint)).toBe(200);
    paid.moveTo(Date.parse(String(subscriptionEnds)) + 1_000);
    expect(await hit(endpoint)).toBe(403);
    expect(await show(email)).toMatchObject({ state: 'subscription expired', credits: 19 });
    await paid.deliverNew();
    expect(await subjects(email)).toEqual([
      'Your plan: Lite',
      expect.stringMatching(/^Your plan ends on \w{3} \d{1,2}, \d{4}$/),
      'Your subscription has ended',
    ]);
    await paid.subscribe(email, '--plan', 'standard');
    expect(await show(email)).toMatchObject({ plan: 'standard', credits: 100, subscriptionEnds: null });
    expect(await hit(endpoint)).toBe(200);
  });

  it('an annual plan is paid for a year and has its credits every month', async () => {
    const { email, endpoint } = await newOwner();
    await paid.subscribe(email, '--plan', 'lite', '--interval', 'annual');
    const { paidUntil } = await show(email);
    expect(Date.parse(String(paidUntil)) - serviceNow(paid.service)).toBeGreaterThan(364 * day);
    for (let month = 0; month < 3; month++) {
      expect(await hit(endpoint)).toBe(200);
      const { cycleEnds } = await show(email);
      paid.moveTo(Date.parse(String(cycleEnds)) + 1_000);
      await paid.deliverNew();
      expect(await show(email)).toMatchObject({ credits: 20, paidUntil });
    }
  });

  it('a payment that fails begins a grace of seven days with three mails, and then all ends', async () => {
    const { email, endpoint } = await newOwner();
    await paid.subscribe(email, '--plan', 'lite');
    const { paidUntil } = await show(email);
    paid.stripe.world.declining.add(await paid.customerOf(email));
    const failed = Date.parse(String(paidUntil)) + 60 * 60 * 1_000;
    paid.moveTo(failed + 1_000);
    await paid.deliverNew();
    expect(await show(email)).toMatchObject({
      state: 'active',
      graceEnds: new Date(failed + 7 * day).toISOString(),
    });
    for (const [days, mails] of [
      [0.5, 1],
      [3.1, 2],
      [5, 2],
      [6.1, 3],
      [6.9, 3],
    ] as const) {
      paid.moveTo(failed + days * day);
      await paid.sweep();
      expect((await subjects(email)).filter((subject) => subject === 'Your payment failed')).toHaveLength(
        mails,
      );
      expect(await hit(endpoint)).toBe(200);
    }
    paid.moveTo(failed + 7 * day + 1_000);
    expect(await hit(endpoint)).toBe(403);
    await paid.sweep();
    expect((await subjects(email)).at(-1)).toBe('Your subscription has ended');
    paid.moveTo(failed + 7 * day + 61 * 60 * 1_000);
    await paid.sweep();
    const customer = await paid.customerOf(email);
    const [there] = [...paid.stripe.world.subscriptions.values()].filter((one) => one.customer === customer);
    expect(there?.status).toBe('canceled');
    paid.stripe.world.declining.delete(customer);
    await paid.subscribe(email, '--plan', 'lite');
    expect(await show(email)).toMatchObject({ credits: 20, graceEnds: null, state: 'active' });
    expect(await hit(endpoint)).toBe(200);
  });

  it('paying in time ends the grace', async () => {
    const { email, endpoint } = await newOwner();
    await paid.subscribe(email, '--plan', 'lite');
    const { paidUntil } = await show(email);
    const customer = await paid.customerOf(email);
    paid.stripe.world.declining.add(customer);
    paid.moveTo(Date.parse(String(paidUntil)) + 2 * 60 * 60 * 1_000);
    await paid.deliverNew();
    expect(await hit(endpoint)).toBe(200);
    paid.moveTo(serviceNow(paid.service) + 2 * day);
    paid.stripe.payOpen(customer);
    await paid.deliverNew();
    const shown = await show(email);
    expect(shown).toMatchObject({ graceEnds: null, subscriptionEnds: null, credits: 19 });
    expect(Date.parse(String(shown['paidUntil']))).toBeGreaterThan(serviceNow(paid.service));
  });

  it('bought credits count for this cycle, once, whatever tells of them', async () => {
    const { email } = await newOwner();
    await paid.subscribe(email, '--plan', 'standard');
    const { url } = await command('plan', 'buy-credits', email, '--credits', '50');
    const session = paid.stripe.pay(String(url));
    expect(session.amount_total).toBe(500);
    await paid.deliverNew();
    for (const event of paid.stripe.world.events.slice(-2)) expect(await paid.deliver(event)).toBe(200);
    expect(await balanceOf(paid.service, email)).toBe(150);
    const { cycleEnds } = await show(email);
    paid.moveTo(Date.parse(String(cycleEnds)) + 1_000);
    expect(await show(email)).toMatchObject({ credits: 100 });
  });

  it('a renewal that Stripe has not told about is asked for', async () => {
    const { email } = await newOwner();
    await paid.subscribe(email, '--plan', 'lite');
    const { paidUntil } = await show(email);
    paid.moveTo(Date.parse(String(paidUntil)) + 2 * 60 * 60 * 1_000);
    await paid.sweep();
    const shown = await show(email);
    expect(Date.parse(String(shown['paidUntil']))).toBeGreaterThan(serviceNow(paid.service));
  });

  it('who pays in two windows has one subscription', async () => {
    const { email } = await newOwner();
    const first = await command('plan', 'choose', email, '--plan', 'lite');
    const second = await command('plan', 'choose', email, '--plan', 'standard');
    paid.stripe.pay(String(first['url']));
    paid.stripe.pay(String(second['url']));
    await paid.deliverNew();
    expect(await show(email)).toMatchObject({ plan: 'standard', credits: 100 });
    const customer = await paid.customerOf(email);
    const live = [...paid.stripe.world.subscriptions.values()].filter(
      (one) => one.customer === customer && one.status === 'active',
    );
    expect(live).toHaveLength(1);
  });

  it('an administrator is told where a paid plan is changed', async () => {
    const { email } = await newOwner();
    await paid.subscribe(email, '--plan', 'lite');
    await expect(command('account', 'set', email, '--plan', 'pro')).rejects.toThrow('pays through Stripe');
    await expect(command('plan', 'choose', email, '--plan', 'pro')).rejects.toThrow('change it instead');
    expect(await command('plan', 'portal', email)).toMatchObject({
      url: expect.stringMatching(/\/p\/session\/bps_/),
    });
  });
});
