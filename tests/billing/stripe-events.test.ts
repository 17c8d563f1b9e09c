/** `POST /stripe/events`: who may tell, what is done with it, and when Stripe is asked to repeat it. */
import { describe, expect, it } from 'vitest';
import { postEvent, signEvent } from '../../emulators/stripe/stripe-delivery.ts';
import type { StripeEvent } from '../../emulators/stripe/stripe-objects.ts';
import { balanceOf, createOwner, expectLedgerWhole } from '../support/cast.ts';
import { serviceNow } from '../support/clock.ts';
import { engines, startTestService } from '../support/service.ts';
import { startStripeService } from '../support/stripe-service.ts';

const someEvent: StripeEvent = {
  id: 'evt_1',
  object: 'event',
  api_version: '2026-10-28.endive',
  created: 0,
  data: { object: { id: 'sub_1', customer: 'cus_unknown' } },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type: 'customer.subscription.updated',
};

describe('events without Stripe', () => {
  it('are answered with 404, and plans are set by an administrator', async () => {
    await using service = await startTestService();
    const answer = await postEvent(`${service.url}/stripe/events`, signEvent(someEvent, 'whsec_x', 0));
    expect([answer.status, await answer.json()]).toEqual([
      404,
      expect.objectContaining({ error: 'Object not found' }),
    ]);
    await service.command('account', 'create', 'ann@example.com');
    const words = ['plan', 'portal', 'ann@example.com'];
    await expect(service.command(...words)).rejects.toThrow('Payment is not set up on this service');
  });
});

describe.each(engines)('events of Stripe on %s', (engine) => {
  it('are believed with their signature only', async () => {
    await using paid = await startStripeService(engine);
    const { service, stripe } = paid;
    const url = `${service.url}/stripe/events`;
    const now = Math.floor(serviceNow(service) / 1_000);
    const good = signEvent(someEvent, stripe.webhookSecret, now);
    expect((await postEvent(url, good)).status).toBe(200);
    const refused = await Promise.all(
      [
        signEvent(someEvent, 'whsec_other', now),
        signEvent(someEvent, stripe.webhookSecret, now - 400),
        { ...good, body: `${good.body} ` },
        { ...good, signature: '' },
        { ...good, signature: 't=x,v1=' },
        { ...good, body: '' },
        { ...good, body: 'no JSON' },
      ].map((signed) => postEvent(url, signed)),
    );
    for (const answer of refused) {
      expect([answer.status, await answer.json()]).toEqual([
        400,
        {
          error: 'The signature of the event is wrong.',
          help: expect.stringMatching(/\/docs\/errors\/event-refused$/),
        },
      ]);
    }
    const large = signEvent({ ...someEvent, data: { object: 'x'.repeat(2e6) } }, stripe.webhookSecret, now);
    expect((await postEvent(url, large)).status).toBe(413);
  });

  it('have their effect once, however often and wherever they arrive', async () => {
    await using paid = await startStripeService(engine);
    const { service, stripe } = paid;
    const { email } = await createOwner(service, 'ann@example.com');
    await using second = await startTestService({ from: service, ahead: service.clock.ahead });
    await paid.subscribe(email, '--plan', 'lite');
    const { url } = await service.command('plan', 'buy-credits', email, '--credits', '30');
    stripe.pay(String(url));
    const places = [service, second, service, second];
    const answers = await Promise.all(
      stripe.world.events.flatMap((event) =>
        places.map(
          async (place) => (await postEvent(`${place.url}/stripe/events`, stripe.sign(event))).status,
        ),
      ),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await balanceOf(service, email)).toBe(50);
    const mails = await service.command('account', 'show', email);
    expect(mails).toMatchObject({ plan: 'lite' });
    const sent = await service.database.db.selectFrom('outbox').select('subject').execute();
    expect(sent.map(({ subject }) => subject)).toEqual(['Your plan: Lite']);
    await expectLedgerWhole(service);
  });

  it('are to be repeated while Stripe cannot be asked, and then have their effect', async () => {
    await using paid = await startStripeService(engine);
    const { service, stripe } = paid;
    const { email } = await createOwner(service, 'ann@example.com');
    const { url } = await service.command('plan', 'choose', email, '--plan', 'lite');
    stripe.pay(String(url));
    const event = stripe.world.events.find(({ type }) => type === 'checkout.session.completed');
    if (!event) throw new Error('there is no event');
    stripe.server.addFault({ on: 'GET /v1/subscriptions', act: { kind: 'reset' } });
    expect(await paid.deliver(event)).toBe(500);
    expect(await service.command('account', 'show', email)).toMatchObject({ plan: 'trial' });
    stripe.server.clearFaults();
    expect(await paid.deliver(event)).toBe(200);
    expect(await service.command('account', 'show', email)).toMatchObject({ plan: 'lite', credits: 20 });
  });

  it('that were read before a change never undo it', async () => {
    await using paid = await startStripeService(engine);
    const { service, stripe } = paid;
    const { email } = await createOwner(service, 'ann@example.com');
    const { url } = await service.command('plan', 'choose', email, '--plan', 'lite');
    stripe.pay(String(url));
    await paid.deliverNew();
    stripe.server.addFault({ on: 'GET /v1/subscriptions', times: 1, act: { kind: 'late', ms: 2_000 } });
    const asked = stripe.server.calls.length;
    stripe.world.tell('invoice.paid', { id: 'in_x', customer: await paid.customerOf(email) });
    const event = stripe.world.events.at(-1);
    const late = event && paid.deliver(event);
    await expect.poll(() => stripe.server.calls.length).toBeGreaterThan(asked);
    await service.command('plan', 'cancel', email);
    expect(await late).toBe(200);
    expect(await service.command('account', 'show', email)).toMatchObject({ nextPlan: 'none' });
  });
});
