/**
 * Changes of a subscription at Stripe. A larger plan is paid pro rata at once, or there is no change; a smaller one is
 * planned by a subscription schedule, which is given up before any other change (section 2, "Plans and credits").
 */
import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { Term } from '../plans/plan-events.ts';
import { priceOf } from './stripe-prices.ts';
import type { StripeTerm } from './stripe-term.ts';

/** `at` is kept with the subscription, for the share of the credits. */
export async function changeNow(stripe: Stripe, term: StripeTerm, wanted: Term, at: number): Promise<void> {
  await giveUpPlanned(stripe, term);
  await stripe.subscriptions.update(term.externalId, {
    items: [{ id: term.itemId, price: await priceOf(stripe, wanted) }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
    cancel_at_period_end: false,
    metadata: { tablecast_changed_at: String(at) },
  });
}

const phases = z.object({ phases: z.array(z.object({ start_date: z.number() })).min(1) });

export async function changeAtEnd(stripe: Stripe, term: StripeTerm, wanted: Term): Promise<void> {
  await goOn(stripe, term);
  const price = await priceOf(stripe, wanted);
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: term.externalId });
  const [current] = phases.parse(schedule).phases;
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    metadata: { tablecast_next_plan: wanted.plan, tablecast_next_interval: wanted.interval },
    phases: [
      {
        items: [{ price: term.priceId, quantity: 1 }],
        start_date: current?.start_date ?? 'now',
        end_date: term.paidUntil / 1_000,
      },
      {
        items: [{ price, quantity: 1 }],
        duration: { interval: wanted.interval === 'annual' ? 'year' : 'month', interval_count: 1 },
        proration_behavior: 'none',
      },
    ],
  });
}

export async function endAtTermEnd(stripe: Stripe, term: StripeTerm): Promise<void> {
  await giveUpPlanned(stripe, term);
  await stripe.subscriptions.update(term.externalId, { cancel_at_period_end: true });
}

/** As it is now, with nothing planned. */
export async function goOn(stripe: Stripe, term: StripeTerm): Promise<void> {
  await giveUpPlanned(stripe, term);
  if (term.next === 'none')
    await stripe.subscriptions.update(term.externalId, { cancel_at_period_end: false });
}

async function giveUpPlanned(stripe: Stripe, { scheduleId }: StripeTerm): Promise<void> {
  if (scheduleId !== null) await stripe.subscriptionSchedules.release(scheduleId);
}
