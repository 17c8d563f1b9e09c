/** The billing portal of the emulated Stripe, as a person sees and uses it. */
import { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StripeEmulator, startStripeEmulator } from './stripe-emulator.ts';

const back = 'http://tables.example/app/plans?from="portal"&x=<b>';

describe('the billing portal', () => {
  let emulator: StripeEmulator;
  let stripe: Stripe;
  let customer: string;
  beforeEach(async () => {
    emulator = await startStripeEmulator({ now: Date.parse('2027-01-10T12:00:00Z') });
    const { hostname, port } = new URL(emulator.server.origin);
    const options = {
      host: hostname,
      port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
    } as const;
    stripe = new Stripe(emulator.secretKey, options);
    customer = (await stripe.customers.create({ email: 'ann@example.com' })).id;
  });
  afterEach(() => emulator.close());

  async function subscribe(name: string): Promise<void> {
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 2_000,
      recurring: { interval: 'month' },
      product_data: { name },
    });
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: 'http://tables.example/',
    });
    emulator.pay(session.url ?? '');
  }

  async function portal(): Promise<string> {
    return (await stripe.billingPortal.sessions.create({ customer, return_url: back })).url;
  }

  async function read(url: string): Promise<string> {
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    return answer.text();
  }

  const press = async (url: string, action: string): Promise<string> => {
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ do: action }) });
    return answer.text();
  };

  it('shows plan, price, next payment, invoices, and the way back', async () => {
    await subscribe('Pro <b>');
    const page = await read(await portal());
    expect(page).toContain('<dd>Pro &#60;b&#62;, $20.00 per month</dd>');
    expect(page).toContain('<dt>Next payment</dt><dd>$20.00 on Feb 10, 2027</dd>');
    expect(page).toContain('<td>Jan 10, 2027</td><td>$20.00</td><td>paid</td>');
    expect(page).toContain('Cancel plan');
    expect(page).toMatch(/<a href="http:\/\/tables\.example\/app\/plans\?from=&#34;portal&#34;[^"]*">Back/);
    expect(page).not.toContain('<b>');
  });

  it('cancels the plan and keeps it after all, and tells of both', async () => {
    await subscribe('Pro');
    const url = await portal();
    const cancelled = await press(url, 'cancel');
    expect(cancelled).toContain('<dt>Ends</dt><dd>Feb 10, 2027</dd>');
    expect(cancelled).not.toContain('Next payment');
    const told = () => emulator.world.events.at(-1);
    expect(told()).toMatchObject({
      type: 'customer.subscription.updated',
      data: { object: { cancel_at_period_end: true } },
    });
    expect(await press(url, 'keep')).toContain('Next payment');
    expect(told()).toMatchObject({ data: { object: { cancel_at_period_end: false } } });
  });

  it('pays what is open after a card was declined', async () => {
    await subscribe('Pro');
    emulator.world.declining.add(customer);
    emulator.advanceTo(Date.parse('2027-02-10T14:00:00Z'));
    const url = await portal();
    expect(await read(url)).toContain('Pay $20.00 with another card');
    expect(await press(url, 'pay')).not.toContain('Pay $20.00');
    expect(
      emulator.world.events.map(({ type }) => type).filter((type) => type === 'invoice.paid'),
    ).toHaveLength(2);
  });

  it('a customer without a plan, a page that is gone and unknown wishes are told plainly', async () => {
    const url = await portal();
    expect(await read(url)).toContain('There is no plan.');
    for (const action of ['cancel', 'keep', 'pay', 'nothing', '']) {
      expect(await press(url, action)).toContain('There is no plan.');
    }
    const gone = await fetch(`${emulator.server.origin}/p/session/bps_none`);
    expect([gone.status, await gone.text()]).toEqual([404, expect.stringContaining('no longer there')]);
  });
});
