/** A subscription schedule at Stripe: by it another plan follows at the end of what is paid (contract 3.2.1). */
import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { Term } from '../ledger/plans/plan-events.ts';
import { priceOf } from './stripe-prices.ts';
import type { StripeTerm } from './stripe-term.ts';

const created = z.object({
  id: z.string(),
  phases: z.array(z.object({ start_date: z.number() })).min(1),
});

/** A schedule that is there is changed in one call, so that what it planned is replaced or stays. */
export async function planAtEnd(
  stripe: Stripe,
  term: StripeTerm,
  wanted: Term,
  options: Stripe.RequestOptions = {},
): Promise<void> {
  const price = await priceOf(stripe, wanted);
  const { id, startsAt } = term.schedule ?? (await createSchedule(stripe, term, options));
  await stripe.subscriptionSchedules.update(id, {
    end_behavior: 'release',
    proration_behavior: 'none',
    metadata: { tablecast_next_plan: wanted.plan, tablecast_next_interval: wanted.interval },
    phases: [
      {
        items: [{ price: term.priceId, quantity: 1 }],
        start_date: startsAt / 1_000,
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

async function createSchedule(
  stripe: Stripe,
  { externalId }: StripeTerm,
  options: Stripe.RequestOptions,
): Promise<{ readonly id: string; readonly startsAt: number }> {
  const made = await stripe.subscriptionSchedules.create({ from_subscription: externalId }, options);
  const { id, phases } = created.parse(made);
  return { id, startsAt: (phases[0]?.start_date ?? 0) * 1_000 };
}
