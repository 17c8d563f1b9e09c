/** What the mails about plans say: the plan, its price and period, what changes and from which day (contract 6.1.5). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOwner } from '../support/cast.ts';
import { serviceNow } from '../support/clock.ts';
import { engines } from '../support/service.ts';
import { type StripeService, startStripeService } from '../support/stripe-service.ts';

const hour = 60 * 60 * 1_000;
const email = 'ann@example.com';

describe.each(engines)('mails about plans on %s', (engine) => {
  let paid: StripeService;
  beforeEach(async () => {
    paid = await startStripeService(engine);
    await createOwner(paid.service, email);
  });
  afterEach(() => paid[Symbol.asyncDispose]());

  const plan = (...words: readonly string[]) => paid.service.command('plan', ...words);
  /** The newest one, line by line. */
  const lastMail = async (): Promise<string[]> => {
    const mails = paid.service.database.db.selectFrom('outbox').select(['subject', 'body']);
    const { subject, body } = await mails
      .where('recipient', '=', email)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    return [subject, ...body.split('\n').filter(Boolean)];
  };
  const toEndOfTerm = async (more = 1_000): Promise<void> => {
    const { paidUntil } = await paid.service.command('account', 'show', email);
    paid.moveTo(Date.parse(String(paidUntil)) + more);
  };

  it('a plan that began', async () => {
    await paid.subscribe(email, '--plan', 'standard');
    expect((await lastMail()).slice(0, 8)).toEqual([
      'Your plan: Standard',
      'Your plan is Standard',
      'Standard began on Jan 10, 2027. Your URLs stay the same.',
      'Plan: Standard',
      'Price: $10 a month',
      'Credits: 100 a month',
      'From: Jan 10, 2027',
      'Renews: Feb 10, 2027',
    ]);
  });

  it('a larger one of a year, at once', async () => {
    await paid.subscribe(email, '--plan', 'lite');
    paid.moveTo(serviceNow(paid.service) + hour);
    await plan('change', email, '--plan', 'pro', '--interval', 'annual');
    expect(await lastMail()).toEqual(
      expect.arrayContaining([
        'Your plan: Pro',
        'Price: $200 a year',
        'Credits: 500 a month',
        'From: Jan 10, 2027',
        'Renews: Jan 10, 2028',
      ]),
    );
  });

  it('a smaller one, which begins later', async () => {
    await paid.subscribe(email, '--plan', 'pro');
    paid.moveTo(serviceNow(paid.service) + hour);
    await plan('change', email, '--plan', 'lite');
    expect((await lastMail()).slice(0, 7)).toEqual([
      'Your plan from Feb 10, 2027: Lite',
      'Your plan changes on Feb 10, 2027',
      'From Feb 10, 2027, your plan is Lite. Until then you keep Pro (monthly). Your URLs stay the same.',
      'Plan: Lite',
      'Price: $5 a month',
      'Credits: 20 a month',
      'From: Feb 10, 2027',
    ]);
  });

  it('one that was canceled, and its end', async () => {
    await paid.subscribe(email, '--plan', 'lite', '--interval', 'annual');
    paid.moveTo(serviceNow(paid.service) + hour);
    await plan('cancel', email);
    expect((await lastMail()).slice(0, 7)).toEqual([
      'Your plan ends on Jan 10, 2028',
      'Your plan ends on Jan 10, 2028',
      'You canceled Lite. Nothing changes until Jan 10, 2028, and nothing more is charged.',
      'From Jan 10, 2028, requests to your URLs get an error. Nothing is deleted, and you can keep your plan until then.',
      'Plan: Lite',
      'Price: $50 a year',
      expect.stringMatching(/^Ends: Jan 10, 2028, 12:\d\d UTC$/),
    ]);
    await toEndOfTerm();
    await paid.sweep();
    expect((await lastMail()).slice(0, 7)).toEqual([
      'Your subscription has ended',
      'Your subscription has ended',
      'Lite ended on Jan 10, 2028. Requests to your URLs now get an error.',
      'Nothing is deleted. Choose a plan, and the same URLs answer again.',
      'Plan: Lite',
      'Price: $50 a year',
      expect.stringMatching(/^Ended: Jan 10, 2028, 12:\d\d UTC$/),
    ]);
  });

  it('a payment that failed', async () => {
    await paid.subscribe(email, '--plan', 'pro');
    paid.stripe.world.declining.add(await paid.customerOf(email));
    await toEndOfTerm(hour + 1_000);
    await paid.deliverNew();
    expect((await lastMail()).slice(0, 7)).toEqual([
      'Your payment failed',
      'Your payment failed',
      "We couldn't collect the payment for Pro. Nothing changes until Feb 17, 2027. From then on, requests to your URLs get an error until it is paid.",
      'Please check your card or choose another way to pay.',
      'Plan: Pro',
      'Price: $20 a month',
      expect.stringMatching(/^Pay by: Feb 17, 2027, \d\d:\d\d UTC$/),
    ]);
  });
});
