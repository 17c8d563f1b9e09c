/** Subscriptions of the emulated Stripe: begun by a checkout, changed with prorations, ended at once or at the end. */
import { z } from 'zod';
import { StripeRefusal } from './stripe-error.ts';
import { type FormValue, formFlag, formMetadata, formNumber, parameters } from './stripe-form.ts';
import { draftInvoice, requireCard, settle } from './stripe-invoices.ts';
import type { Metadata, Price, Subscription, SubscriptionItem } from './stripe-objects.ts';
import { periodEnd } from './stripe-periods.ts';
import { requireObject, type StripeWorld } from './stripe-world.ts';

export function beginSubscription(
  world: StripeWorld,
  customer: string,
  price: Price,
  metadata: Metadata,
): Subscription {
  const id = world.id('sub');
  const item: SubscriptionItem = {
    id: world.id('si'),
    object: 'subscription_item',
    created: world.now,
    current_period_start: world.now,
    current_period_end: periodEnd(world.now, world.now, price.recurring.interval),
    price,
    quantity: 1,
    subscription: id,
  };
  const subscription: Subscription = {
    id,
    object: 'subscription',
    billing_cycle_anchor: world.now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    collection_method: 'charge_automatically',
    created: world.now,
    currency: price.currency,
    customer,
    ended_at: null,
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata,
    schedule: null,
    start_date: world.now,
    status: 'active',
  };
  world.subscriptions.set(id, subscription);
  const invoice = draftInvoice(world, subscription, 'subscription_create', price.unit_amount);
  world.tell('customer.subscription.created', subscription);
  settle(world, invoice);
  return subscription;
}

const updateParameters = z.strictObject({
  items: z.tuple([z.strictObject({ id: z.string(), price: z.string() })]).optional(),
  cancel_at_period_end: formFlag.optional(),
  metadata: formMetadata.optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  payment_behavior: z.enum(['error_if_incomplete']).optional(),
});

export function updateSubscription(world: StripeWorld, id: string, form: FormValue): Subscription {
  const subscription = requireLive(world, id);
  const { items, cancel_at_period_end: cancels, metadata } = parameters(updateParameters, form);
  if (subscription.schedule !== null && (items || cancels)) {
    throw new StripeRefusal(
      'invalid',
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating it directly is not allowed. Please update the schedule instead.`,
    );
  }
  if (items) changePrice(world, subscription, requireObject(world.prices, 'price', items[0].price));
  if (cancels !== undefined) {
    subscription.cancel_at_period_end = cancels;
    subscription.cancel_at = cancels ? subscription.items.data[0].current_period_end : null;
    subscription.canceled_at = cancels ? world.now : null;
  }
  // An empty value removes it.
  const entries = Object.entries({ ...subscription.metadata, ...metadata }).filter(
    ([, value]) => value !== '',
  );
  subscription.metadata = Object.fromEntries(entries);
  world.tell('customer.subscription.updated', subscription);
  return subscription;
}

/** What is left of the old price is credited, the rest of the term charged; another interval begins a new term. */
function changePrice(world: StripeWorld, subscription: Subscription, price: Price): void {
  const [item] = subscription.items.data;
  if (price.id === item.price.id) return;
  requireCard(world, subscription.customer);
  const { current_period_start: begins, current_period_end: ends } = item;
  const share = (ends - world.now) / (ends - begins);
  const isNewTerm = price.recurring.interval !== item.price.recurring.interval;
  const charged = isNewTerm ? price.unit_amount : price.unit_amount * share;
  const total = Math.round(charged) - Math.round(item.price.unit_amount * share);
  item.price = price;
  if (isNewTerm) {
    subscription.billing_cycle_anchor = world.now;
    item.current_period_start = world.now;
    item.current_period_end = periodEnd(world.now, world.now, price.recurring.interval);
  }
  settle(world, draftInvoice(world, subscription, 'subscription_update', total));
}

const cancelParameters = z.strictObject({ prorate: formFlag.optional(), invoice_now: formFlag.optional() });

export function cancelSubscription(world: StripeWorld, id: string, form: FormValue): Subscription {
  parameters(cancelParameters, form);
  const subscription = requireLive(world, id);
  endSubscription(world, subscription);
  return subscription;
}

export function endSubscription(world: StripeWorld, subscription: Subscription): void {
  subscription.status = 'canceled';
  subscription.canceled_at ??= world.now;
  subscription.ended_at = world.now;
  world.tell('customer.subscription.deleted', subscription);
}

const listParameters = z.strictObject({
  customer: z.string(),
  status: z.literal('all').optional(),
  limit: formNumber.optional(),
});

/** Newest first. */
export function listSubscriptions(world: StripeWorld, form: FormValue): object {
  const { customer, status, limit = 10 } = parameters(listParameters, form);
  const found = [...world.subscriptions.values()]
    .filter((subscription) => subscription.customer === customer)
    .filter((subscription) => status === 'all' || subscription.status !== 'canceled')
    .toReversed();
  const data = found.slice(0, limit);
  return { object: 'list', data, has_more: found.length > data.length, url: '/v1/subscriptions' };
}

function requireLive(world: StripeWorld, id: string): Subscription {
  const subscription = requireObject(world.subscriptions, 'subscription', id);
  if (subscription.status !== 'canceled') return subscription;
  throw new StripeRefusal('missing', `No such subscription: '${id}'`, {
    code: 'resource_missing',
    param: 'id',
  });
}
