/** The clock of the emulated Stripe: on its way it renews subscriptions, charges invoices and ends what was cancelled. */
import { attempt, draftInvoice, draftSeconds } from './stripe-invoices.ts';
import type { Subscription } from './stripe-objects.ts';
import { periodEnd } from './stripe-periods.ts';
import { priceOfNextPhase } from './stripe-schedules.ts';
import { endSubscription } from './stripe-subscriptions.ts';
import { requireObject, type StripeWorld } from './stripe-world.ts';

interface Happening {
  readonly at: number;
  happen(): void;
}

/** `seconds` since 1970. What happens on the way happens in its order. */
export function advance(world: StripeWorld, seconds: number): void {
  for (let next = firstOf(world); next && next.at <= seconds; next = firstOf(world)) {
    world.moveTo(next.at);
    next.happen();
  }
  world.moveTo(seconds);
}

function firstOf(world: StripeWorld): Happening | undefined {
  const drafts = [...world.invoices.values()]
    .filter(({ status }) => status === 'draft')
    .map((invoice) => ({ at: invoice.created + draftSeconds, happen: () => attempt(world, invoice) }));
  const terms = [...world.subscriptions.values()]
    .filter(({ status }) => status !== 'canceled')
    .map((subscription) => ({
      at: subscription.items.data[0].current_period_end,
      happen: () => endTerm(world, subscription),
    }));
  return [...drafts, ...terms].sort((a, b) => a.at - b.at)[0];
}

function endTerm(world: StripeWorld, subscription: Subscription): void {
  if (subscription.cancel_at_period_end) {
    endSubscription(world, subscription);
    return;
  }
  const [item] = subscription.items.data;
  const priceId = priceOfNextPhase(world, subscription);
  if (priceId !== undefined) item.price = requireObject(world.prices, 'price', priceId);
  item.current_period_start = world.now;
  item.current_period_end = periodEnd(
    subscription.billing_cycle_anchor,
    world.now,
    item.price.recurring.interval,
  );
  draftInvoice(world, subscription, 'subscription_cycle', item.price.unit_amount);
  world.tell('customer.subscription.updated', subscription);
}
