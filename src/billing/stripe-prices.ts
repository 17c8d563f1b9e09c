/**
 * The prices of contract 2.5.1 at Stripe, by lookup key. One that is not there is made, so that an operator has nothing
 * to set up; one that an operator has made is used as it is.
 */
import type { Stripe } from 'stripe';
import { changeRefused } from '../errors/refused-error.ts';
import type { Interval } from '../ledger/plans/billing-cycle.ts';
import type { Term } from '../ledger/plans/plan-events.ts';
import type { PlanName } from '../ledger/plans/plans.ts';
import { centsOf, plans } from '../ledger/plans/plans.ts';

export const currency = 'usd';

/** The plans that can be paid for at Stripe; the custom one is agreed with an administrator. */
export const soldPlans = ['lite', 'standard', 'pro'] as const satisfies readonly PlanName[];

const stripeInterval: Readonly<Record<Interval, 'month' | 'year'>> = { monthly: 'month', annual: 'year' };

const known = new WeakMap<Stripe, Map<string, string>>();

/** The id of the price; remembered, as there are six of them and they do not change. */
export async function priceOf(stripe: Stripe, term: Term): Promise<string> {
  const key = lookupKey(term);
  const ids = known.get(stripe) ?? new Map<string, string>();
  known.set(stripe, ids);
  const id = ids.get(key) ?? (await findPrice(stripe, key)) ?? (await createPrice(stripe, term, key));
  ids.set(key, id);
  return id;
}

export function lookupKey({ plan, interval }: Term): string {
  return `tablecast_${plan}_${interval}`;
}

async function findPrice(stripe: Stripe, key: string): Promise<string | undefined> {
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  return data[0]?.id;
}

/** Two replicas that make it at once make one: the second gets what the first has made. */
async function createPrice(stripe: Stripe, { plan, interval }: Term, key: string): Promise<string> {
  const cents = centsOf(plan, interval);
  if (!cents) throw changeRefused(`The ${plans[plan].label} plan cannot be bought: ask an administrator.`);
  const { id } = await stripe.prices.create(
    {
      currency,
      unit_amount: cents,
      recurring: { interval: stripeInterval[interval] },
      lookup_key: key,
      product_data: { name: `Tablecast ${plans[plan].label}` },
      metadata: { tablecast_plan: plan },
    },
    { idempotencyKey: `${key}_${cents / 100}` },
  );
  return id;
}
