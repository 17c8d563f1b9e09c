/** The emulated Stripe as the official client sees it: objects, prorations, schedules, time, refusals, signatures. */
import { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StripeEmulator, startStripeEmulator } from './stripe-emulator.ts';
import { apiVersion } from './stripe-world.ts';

const begin = Date.parse('2027-01-31T12:00:00Z');
const at = (moment: string): number => Date.parse(moment);
const seconds = (moment: string): number => at(moment) / 1_000;

describe('the emulated Stripe', () => {
  let emulator: StripeEmulator;
  let stripe: Stripe;
  beforeEach(async () => {
    emulator = await startStripeEmulator({ now: begin });
    stripe = clientOf(emulator, emulator.secretKey);
  });
  afterEach(() => emulator.close());

  async function price(amount: number, interval: 'month' | 'year' = 'month'): Promise<Stripe.Price> {
    return stripe.prices.create({
      currency: 'usd',
      unit_amount: amount,
      recurring: { interval },
      lookup_key: `key_${amount}_${interval}`,
      product_data: { name: 'Plan' },
    });
  }

  async function subscribed(amount = 500, interval: 'month' | 'year' = 'month') {
    const customer = await stripe.customers.create({ email: 'ann@example.com' });
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer: customer.id,
      line_items: [{ price: (await price(amount, interval)).id, quantity: 1 }],
      success_url: 'https://site.example/plan',
    });
    emulator.pay(session.url ?? '');
    const { data } = await stripe.subscriptions.list({ customer: customer.id });
    const [subscription] = data;
    const [item] = subscription?.items.data ?? [];
    if (!subscription || !item) throw new Error('there is no subscription');
    return { customer: customer.id, id: subscription.id, item: item.id, subscription };
  }

  it('speaks the version that the client asks for', () => {
    expect(Stripe.API_VERSION).toBe(apiVersion);
  });

  it('a checkout that is paid begins a subscription, and tells of it', async () => {
    const { customer, subscription } = await subscribed();
    expect(subscription).toMatchObject({ status: 'active', cancel_at_period_end: false, customer });
    expect(subscription.items.data[0]?.current_period_end).toBe(seconds('2027-02-28T12:00:00Z'));
    const types = emulator.world.events.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining(['customer.subscription.created', 'invoice.paid', 'checkout.session.completed']),
    );
    const [session] = emulator.world.sessions.values();
    expect(await stripe.checkout.sessions.retrieve(session?.id ?? '')).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
    });
  });

  it('prices are found by their lookup key, which is used once', async () => {
    const { id } = await price(500);
    const { data } = await stripe.prices.list({ lookup_keys: ['key_500_month', 'other'], active: true });
    expect(data.map((found) => found.id)).toEqual([id]);
    await expect(price(500)).rejects.toThrow('already uses that lookup key');
  });

  it('a larger price is charged for the rest of the term, less what is left of the old one', async () => {
    const { id, item } = await subscribed(1_000);
    emulator.advanceTo(at('2027-02-14T12:00:00Z'));
    const changed = await stripe.subscriptions.update(id, {
      items: [{ id: item, price: (await price(3_000)).id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      expand: ['latest_invoice'],
    });
    expect(changed.latest_invoice).toMatchObject({ total: 1_000, status: 'paid' });
    expect(changed.items.data[0]?.current_period_end).toBe(seconds('2027-02-28T12:00:00Z'));
  });

  it('another interval begins a new term', async () => {
    const { id, item } = await subscribed(1_000);
    emulator.advanceTo(at('2027-02-14T12:00:00Z'));
    const yearly = await price(10_000, 'year');
    const changed = await stripe.subscriptions.update(id, { items: [{ id: item, price: yearly.id }] });
    expect(changed.billing_cycle_anchor).toBe(seconds('2027-02-14T12:00:00Z'));
    expect(changed.items.data[0]?.current_period_end).toBe(seconds('2028-02-14T12:00:00Z'));
  });

  it('a term is renewed at its end, and charged an hour later', async () => {
    const { id } = await subscribed();
    emulator.advanceTo(at('2027-02-28T12:00:01Z'));
    const read = () => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    expect(await read()).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'draft', billing_reason: 'subscription_cycle' },
    });
    emulator.advanceTo(at('2027-02-28T13:00:00Z'));
    expect(await read()).toMatchObject({ latest_invoice: { status: 'paid', amount_paid: 500 } });
    expect((await read()).items.data[0]?.current_period_end).toBe(seconds('2027-03-31T12:00:00Z'));
  });

  it('a declined card leaves the subscription past due until it is paid', async () => {
    const { id, customer } = await subscribed();
    emulator.world.declining.add(customer);
    emulator.advanceTo(at('2027-02-28T13:00:00Z'));
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'past_due' });
    expect(emulator.world.events.map(({ type }) => type)).toContain('invoice.payment_failed');
    emulator.payOpen(customer);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
  });

  it('a declined card refuses a larger price, and nothing changes', async () => {
    const { id, item, customer } = await subscribed(500);
    emulator.world.declining.add(customer);
    const update = stripe.subscriptions.update(id, { items: [{ id: item, price: (await price(2_000)).id }] });
    await expect(update).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
      statusCode: 402,
    });
    const read = await stripe.subscriptions.retrieve(id);
    expect(read.items.data[0]?.price.unit_amount).toBe(500);
  });

  it('a schedule changes the price at the end of the term, and then lets go', async () => {
    const { id, subscription } = await subscribed(2_000);
    const [item] = subscription.items.data;
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    await stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      metadata: { next: 'lite' },
      phases: [
        {
          items: [{ price: item?.price.id ?? '', quantity: 1 }],
          start_date: schedule.phases[0]?.start_date ?? 'now',
          end_date: item?.current_period_end ?? 'now',
        },
        {
          items: [{ price: (await price(500)).id, quantity: 1 }],
          duration: { interval: 'month', interval_count: 1 },
        },
      ],
    });
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toThrow(
      'managed by the subscription schedule',
    );
    const { data } = await stripe.subscriptions.list({
      customer: schedule.customer.toString(),
      expand: ['data.schedule'],
    });
    expect(data[0]?.schedule).toMatchObject({ status: 'active', metadata: { next: 'lite' } });
    emulator.advanceTo(at('2027-02-28T12:00:01Z'));
    const changed = await stripe.subscriptions.retrieve(id);
    expect(changed.items.data[0]?.price.unit_amount).toBe(500);
    emulator.advanceTo(at('2027-03-31T12:00:01Z'));
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ schedule: null, status: 'active' });
  });

  it('a schedule can be released before', async () => {
    const { id } = await subscribed();
    const { id: schedule } = await stripe.subscriptionSchedules.create({ from_subscription: id });
    expect(await stripe.subscriptionSchedules.release(schedule)).toMatchObject({ status: 'released' });
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ schedule: null });
  });

  it('a subscription ends at the end of its term, or at once', async () => {
    const { id } = await subscribed();
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    emulator.advanceTo(at('2027-02-28T12:00:01Z'));
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled' });
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' });
  });

  it('refuses as Stripe does: wrong key, unknown object, unknown and missing parameters', async () => {
    const stranger = clientOf(emulator, 'sk_test_wrong');
    await expect(stranger.customers.create({})).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such customer: 'cus_none'",
    });
    const wrong = { email: 'ann@example.com', nickname: 'x' };
    await expect(stripe.customers.create(wrong)).rejects.toThrow('Received unknown parameter: nickname');
    await expect(
      stripe.billingPortal.sessions.create({ customer: 'cus_none', return_url: 'no address' }),
    ).rejects.toMatchObject({ type: 'StripeInvalidRequestError', param: 'return_url' });
  });

  it('an idempotency key makes repeated calls one, and refuses other parameters', async () => {
    const options = { idempotencyKey: 'once' };
    const first = await stripe.customers.create({ email: 'a@example.com' }, options);
    const second = await stripe.customers.create({ email: 'a@example.com' }, options);
    expect(second.id).toBe(first.id);
    await expect(stripe.customers.create({ email: 'b@example.com' }, options)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    });
  });

  it('events are signed so that the client believes them, and nothing else', async () => {
    await subscribed();
    const [event] = emulator.world.events;
    if (!event) throw new Error('there is no event');
    const { body, signature } = emulator.sign(event);
    const read = (text: string, secret: string, receivedAt: number): Stripe.Event =>
      stripe.webhooks.constructEvent(text, signature, secret, 300, undefined, receivedAt);
    expect(read(body, emulator.webhookSecret, begin)).toMatchObject({ id: event.id, object: 'event' });
    expect(() => read(`${body} `, emulator.webhookSecret, begin)).toThrow('No signatures found');
    expect(() => read(body, 'whsec_other', begin)).toThrow('No signatures found');
    expect(() => read(body, emulator.webhookSecret, begin + 301_000)).toThrow('tolerance');
  });

  it('payments and the portal have their pages', async () => {
    const customer = await stripe.customers.create({});
    const page = { success_url: 'https://site.example/plan' };
    const line = {
      quantity: 30,
      price_data: { currency: 'usd', unit_amount: 10, product_data: { name: 'Credits' } },
    };
    const session = await stripe.checkout.sessions.create({
      mode: 'payment',
      customer: customer.id,
      line_items: [line],
      ...page,
    });
    expect(session).toMatchObject({ amount_total: 300, status: 'open', payment_status: 'unpaid' });
    const paid = await fetch(session.url ?? '', { method: 'POST', redirect: 'manual' });
    expect([paid.status, paid.headers.get('location')]).toEqual([303, page.success_url]);
    const small = { customer: customer.id, line_items: [{ ...line, quantity: 1 }], ...page };
    await expect(stripe.checkout.sessions.create({ mode: 'payment', ...small })).rejects.toMatchObject({
      code: 'amount_too_small',
    });
    const portal = { customer: customer.id, return_url: 'https://site.example/plan' };
    expect((await stripe.billingPortal.sessions.create(portal)).url).toMatch(/^http:.*\/p\/session\//);
  });
});

function clientOf({ server }: StripeEmulator, key: string): Stripe {
  const { hostname, port } = new URL(server.origin);
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}
