/** Plans in the dashboard's interface: what they cost before one agrees, payment at Stripe, its return. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sumOfEntries } from '../support/ledger.ts';
import { engines, startTestService } from '../support/service.ts';
import { type Session, signedIn } from '../support/session.ts';
import { startStripeService } from '../support/stripe-service.ts';

const page = z.object({ url: z.string() });
const email = 'ann@example.com';
const lite = { plan: 'lite', interval: 'monthly' };
const pro = { plan: 'pro', interval: 'monthly' };

const shown = async (session: Session) => (await session.call('GET', '/api/plans')).json();
const post = async (session: Session, path: string, body?: unknown) => {
  const answer = await session.call('POST', `/api/plans/${path}`, body);
  return { status: answer.status, body: await answer.json() };
};

describe.each(engines)('plans on %s', (engine) => {
  it('begin when they are paid, also when no event of Stripe has come, and once', async () => {
    await using paid = await startStripeService(engine);
    const { service, stripe } = paid;
    const ann = await signedIn(service, email);
    const eve = await signedIn(service, 'eve@example.com');
    expect(await shown(ann)).toMatchObject({
      own: { name: 'trial', status: 'trial', credits: 10, isPaid: false },
      hasPayment: true,
      administrators: [],
      addedCredits: { cents: null },
    });
    expect((await post(ann, 'quote', pro)).body).toMatchObject({ kind: 'begin', cents: 2_000, credits: 500 });
    const { url } = page.parse((await post(ann, 'change', pro)).body);
    const session = url.split('/').at(-1) ?? '';
    const settled = async (who: Session) => {
      const answer = await who.call('GET', `/api/plans/payment?session=${session}`);
      return { status: answer.status, body: await answer.json() };
    };
    expect((await settled(ann)).body).toEqual({ kind: 'plan', state: 'open' });
    stripe.pay(url);
    expect((await settled(ann)).body).toEqual({ kind: 'plan', state: 'done' });
    expect(await shown(ann)).toMatchObject({
      own: { name: 'pro', status: 'active', credits: 500, isPaid: true },
    });
    await paid.deliverNew();
    expect(await shown(ann)).toMatchObject({ own: { credits: 500 }, addedCredits: { cents: 4 } });
    expect((await settled(eve)).status).toBe(404);
    expect((await ann.call('GET', '/api/plans/payment?session=cs_nothing')).status).toBe(404);
    await service.command('account', 'delete', email);
    expect([...stripe.world.subscriptions.values()].map(({ status }) => status)).toEqual(['canceled']);
  });

  it('change as they were quoted: a larger one now, a smaller one later, a cancellation until it is taken back', async () => {
    await using paid = await startStripeService(engine, '2027-04-01T00:00:00Z');
    const { service } = paid;
    const ann = await signedIn(service, email);
    await paid.subscribe(email, '--plan', 'lite');
    await service.command('account', 'set', email, '--credits', '5');
    paid.moveTo('2027-04-16T00:00:00Z');
    const quoted = (await post(ann, 'quote', pro)).body;
    expect(quoted).toMatchObject({ kind: 'larger', cents: 750, credits: 245, nextCents: 2_000 });
    expect((await post(ann, 'change', pro)).body).toEqual({ url: null });
    expect(await shown(ann)).toMatchObject({ own: { name: 'pro', credits: 245 } });
    const invoices = [...paid.stripe.world.invoices.values()];
    expect(invoices.at(-1)).toMatchObject({ total: 750 });
    expect((await post(ann, 'quote', lite)).body).toMatchObject({ kind: 'smaller', cents: 0 });
    await post(ann, 'change', lite);
    expect(await shown(ann)).toMatchObject({
      own: { status: 'cancelling', next: { name: 'lite', interval: 'monthly' } },
    });
    await post(ann, 'resume');
    expect(await shown(ann)).toMatchObject({ own: { status: 'active', next: null } });
    await post(ann, 'cancel');
    expect(await shown(ann)).toMatchObject({ own: { status: 'cancelling', next: 'none' } });
    await post(ann, 'resume');
    expect(await shown(ann)).toMatchObject({ own: { next: null, subscriptionEnds: null } });
  });

  it('get more credits, once for a payment', async () => {
    await using paid = await startStripeService(engine);
    const ann = await signedIn(paid.service, email);
    await paid.subscribe(email, '--plan', 'standard');
    const few = await post(ann, 'credits', { credits: 5 });
    expect([few.status, few.body]).toEqual([
      409,
      expect.objectContaining({ data: expect.stringMatching(/^Between 20/) }),
    ]);
    const { url } = page.parse((await post(ann, 'credits', { credits: 50 })).body);
    paid.stripe.pay(url);
    const ask = async () =>
      (await ann.call('GET', `/api/plans/payment?session=${url.split('/').at(-1)}`)).json();
    expect(await ask()).toEqual({ kind: 'credits', state: 'done' });
    await paid.deliverNew();
    expect(await ask()).toEqual({ kind: 'credits', state: 'done' });
    expect(await shown(ann)).toMatchObject({ own: { credits: 150 } });
  });

  it('with an open payment say until when, and that it comes first; a declined card says so', async () => {
    await using paid = await startStripeService(engine);
    const { service, stripe } = paid;
    const ann = await signedIn(service, email);
    await paid.subscribe(email, '--plan', 'lite');
    stripe.world.declining.add(await paid.customerOf(email));
    const declined = await post(ann, 'change', pro);
    expect([declined.status, declined.body]).toEqual([
      409,
      expect.objectContaining({ data: 'Your card was declined.' }),
    ]);
    paid.moveTo('2027-02-10T14:00:00Z');
    await paid.deliverNew();
    expect(await shown(ann)).toMatchObject({
      own: { status: 'grace', graceEnds: expect.stringMatching(/^2027-02-17T13:00:/) },
    });
    expect((await post(ann, 'quote', pro)).body).toMatchObject({ data: 'A payment is open: pay it first.' });
    expect(page.parse((await post(ann, 'portal')).body).url).toContain('/p/session/');
  });

  it('say when credits renew, that a plan that was canceled ends, and nothing of both without a limit', async () => {
    await using service = await startTestService({ engine });
    const ann = await signedIn(service, email, '--plan', 'lite');
    const own = async () => (await ann.call('GET', '/api/account')).json();
    const usage = async () => (await ann.call('GET', '/api/usage')).json();
    expect(await own()).toMatchObject({ renewsAt: expect.any(String), endsAt: null });
    expect(await shown(ann)).toMatchObject({ forecast: { creditsPerDay: 0, requests: 0 } });
    const endpoint = await service.publish('a\n1\n', '--owner', email);
    expect((await service.get(`${endpoint}?sql=nonsense`)).status).toBe(400);
    await expect.poll(() => shown(ann)).toMatchObject({ forecast: { creditsPerDay: 0, requests: 1 } });
    await service.command('account', 'set', email, '--cancel', 'true');
    expect(await own()).toMatchObject({ renewsAt: null, endsAt: expect.any(String) });
    expect(await usage()).toMatchObject({ credits: { renewsAt: null } });
    await service.command('account', 'set', email, '--plan', 'custom');
    expect(await own()).toMatchObject({ credits: null, renewsAt: null, endsAt: null });
    expect(await shown(ann)).toMatchObject({ forecast: null });
  });

  it('are set by an administrator where nobody can pay, and the forecast follows the hits', async () => {
    await using service = await startTestService({ engine });
    await service.command('account', 'create', 'boss@example.com', '--admin');
    const ann = await signedIn(service, email, '--plan', 'lite');
    const id = await service.publish('a\n1\n', '--owner', email);
    for (const _ of [1, 2]) await (await service.get(id)).text();
    await expect.poll(async () => shown(ann)).toMatchObject({ forecast: { creditsPerDay: 2 } });
    expect(await shown(ann)).toMatchObject({
      hasPayment: false,
      administrators: ['boss@example.com'],
      own: { name: 'lite', status: 'active', isPaid: false, credits: 18 },
      forecast: { usedUpAt: expect.any(String) },
    });
    for (const path of ['quote', 'change'])
      expect((await post(ann, path, pro)).body).toMatchObject({
        error: 'This cannot be done now.',
        data: 'Payment is not set up on this service: an administrator sets the plan.',
      });
    const { id: account } = z
      .object({ id: z.string() })
      .parse(await (await ann.call('GET', '/api/account')).json());
    expect(await sumOfEntries(service.database.db, account)).toBe(18);
  });
});
