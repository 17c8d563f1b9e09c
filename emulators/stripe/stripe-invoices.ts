/** Invoices of the emulated Stripe: made for a term or for the rest of one, charged to the customer's card. */
import { declined } from './stripe-error.ts';
import type { Invoice, Subscription } from './stripe-objects.ts';
import type { StripeWorld } from './stripe-world.ts';

/** Stripe finalises the invoice of a renewal, and charges it, an hour after it was made. */
export const draftSeconds = 3_600;

export function draftInvoice(
  world: StripeWorld,
  subscription: Subscription,
  reason: Invoice['billing_reason'],
  total: number,
): Invoice {
  const invoice: Invoice = {
    id: world.id('in'),
    object: 'invoice',
    amount_due: Math.max(0, total),
    amount_paid: 0,
    attempt_count: 0,
    billing_reason: reason,
    created: world.now,
    currency: subscription.currency,
    customer: subscription.customer,
    livemode: false,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: { ...subscription.metadata } },
    },
    status: 'draft',
    status_transitions: { finalized_at: null, paid_at: null },
    total,
  };
  world.invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  world.tell('invoice.created', invoice);
  return invoice;
}

/** Charges an invoice of a renewal; a declined card leaves it open and the subscription past due. */
export function attempt(world: StripeWorld, invoice: Invoice): void {
  const subscription = world.subscriptions.get(invoice.parent.subscription_details.subscription);
  if (invoice.status === 'draft') {
    invoice.status = 'open';
    invoice.status_transitions.finalized_at = world.now;
  }
  invoice.attempt_count += 1;
  if (world.declining.has(invoice.customer)) {
    if (subscription?.status === 'active') subscription.status = 'past_due';
    world.tell('invoice.payment_failed', invoice);
  } else {
    settle(world, invoice);
    if (subscription?.status === 'past_due' && !hasOpenInvoice(world, subscription)) {
      subscription.status = 'active';
    }
  }
  if (subscription) world.tell('customer.subscription.updated', subscription);
}

/** Throws, and leaves no invoice, when the card is declined. */
export function requireCard(world: StripeWorld, customer: string): void {
  if (world.declining.has(customer)) throw declined();
}

export function settle(world: StripeWorld, invoice: Invoice): void {
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.status_transitions.finalized_at ??= world.now;
  invoice.status_transitions.paid_at = world.now;
  world.tell('invoice.paid', invoice);
}

export function openInvoices(world: StripeWorld, customer: string): Invoice[] {
  return [...world.invoices.values()].filter(
    (invoice) => invoice.customer === customer && invoice.status === 'open',
  );
}

function hasOpenInvoice(world: StripeWorld, { id, customer }: Subscription): boolean {
  return openInvoices(world, customer).some(({ parent }) => parent.subscription_details.subscription === id);
}
