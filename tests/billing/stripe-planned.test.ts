/** What is planned for the end of a term stays when another change is refused, or is never finished. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwner } from '../support/cast.ts';
import { serviceNow } from '../support/clock.ts';
import { engines } from '../support/service.ts';
import { type StripeService, startStripeService } from '../support/stripe-service.ts';

const minute = 60_000;

describe.each(engines)('what is planned at Stripe on %s', (engine) => {
  let paid: StripeService;
  let accounts = 0;
  beforeAll(async () => {
    paid = await startStripeService(engine);
  });
  afterAll(() => paid[Symbol.asyncDispose]());

  const command = (...words: readonly string[]) => paid.service.command(...words);
  const show = (email: string) => command('account', 'show', email);
  /** Who pays for the standard plan, and has planned this. */
  async function newOwner(...planned: readonly string[]): Promise<string> {
    const { email } = await createOwner(paid.service, `owner${++accounts}@example.com`);
    await paid.subscribe(email, '--plan', 'standard');
    await command('plan', ...planned.slice(0, 1), email, ...planned.slice(1));
    await paid.deliverNew();
    return email;
  }
  const atStripe = async (email: string) => {
    const customer = await paid.customerOf(email);
    const { world } = paid.stripe;
    const live = [...world.subscriptions.values()].find(
      (one) => one.customer === customer && one.status === 'active',
    );
    const schedule = world.schedules.get(live?.schedule ?? '');
    return {
      plan: live?.items.data[0].price.metadata['tablecast_plan'],
      next: live?.cancel_at_period_end ? 'none' : (schedule?.metadata['tablecast_next_plan'] ?? null),
      phases: schedule?.phases,
      note: live?.metadata['tablecast_set_aside'],
    };
  };

  it('stays as it was when the card is declined for a larger plan, and begins in its time', async () => {
    const email = await newOwner('change', '--plan', 'lite');
    const before = await atStripe(email);
    expect(before).toMatchObject({ plan: 'standard', next: 'lite' });
    const customer = await paid.customerOf(email);
    paid.stripe.world.declining.add(customer);
    const upgrade = command('plan', 'change', email, '--plan', 'pro');
    await expect(upgrade).rejects.toThrow('Your card was declined.');
    paid.stripe.world.declining.delete(customer);
    expect(await atStripe(email)).toEqual(before);
    await paid.deliverNew();
    const shown = await show(email);
    expect(shown).toMatchObject({ plan: 'standard', nextPlan: 'lite' });
    paid.moveTo(Date.parse(String(shown['paidUntil'])) + 90 * minute);
    await paid.deliverNew();
    expect(await show(email)).toMatchObject({ plan: 'lite', credits: 20, nextPlan: null });
    expect(await atStripe(email)).toMatchObject({ plan: 'lite', note: undefined });
  });

  const changes = {
    'a larger plan': {
      planned: ['change', '--plan', 'lite'],
      words: ['change', '--plan', 'pro'],
      want: ['pro', null],
    },
    'another smaller plan': {
      planned: ['change', '--plan', 'lite'],
      words: ['change', '--plan', 'lite', '--interval', 'annual'],
      want: ['standard', 'lite'],
    },
    'an end': { planned: ['change', '--plan', 'lite'], words: ['cancel'], want: ['standard', 'none'] },
    'no end but a smaller plan': {
      planned: ['cancel'],
      words: ['change', '--plan', 'lite'],
      want: ['standard', 'lite'],
    },
  } as const;

  /** As if the process had died after so many calls. */
  const deaths = Object.keys(changes).flatMap((name) => [0, 1, 2, 3].map((calls) => [name, calls] as const));

  it.each(deaths)('is not lost when the change to %s is cut off after %i calls', async (name, calls) => {
    const { planned, words, want } = changes[name as keyof typeof changes];
    const email = await newOwner(...planned);
    const { plan, next } = await atStripe(email);
    paid.stripe.server.addFault({ on: 'POST /v1/sub', skip: calls, act: { kind: 'reset' } });
    const [verb, ...rest] = words;
    const change = command('plan', verb, email, ...rest);
    const isDone = await change.then(
      () => true,
      () => false,
    );
    paid.stripe.server.clearFaults();
    await paid.deliverNew();
    paid.moveTo(serviceNow(paid.service) + 6 * minute);
    await paid.sweep();
    const after = await atStripe(email);
    expect([[plan, next], [...want]]).toContainEqual([after.plan, after.next]);
    if (isDone) expect([after.plan, after.next]).toEqual(want);
    await paid.deliverNew();
    expect(await show(email)).toMatchObject({ plan: after.plan, nextPlan: after.next });
    expect(after.note).toBeUndefined();
  });
});
