/** Checkout and portal of the emulated Stripe: sessions, and what comes of them when a customer pays. */
import { z } from 'zod';
import { StripeRefusal } from './stripe-error.ts';
import { type FormValue, formMetadata, formNumber, parameters } from './stripe-form.ts';
import { requireCard } from './stripe-invoices.ts';
import type { PortalSession, Price, Session } from './stripe-objects.ts';
import { beginSubscription } from './stripe-subscriptions.ts';
import { requireObject, type StripeWorld } from './stripe-world.ts';

const day = 24 * 60 * 60;

const lineItem = z.strictObject({
  price: z.string().optional(),
  price_data: z
    .strictObject({
      currency: z.string(),
      unit_amount: formNumber,
      product_data: z.strictObject({ name: z.string() }),
    })
    .optional(),
  quantity: formNumber,
});

const sessionParameters = z.strictObject({
  mode: z.enum(['subscription', 'payment']),
  customer: z.string(),
  client_reference_id: z.string().optional(),
  line_items: z.tuple([lineItem]),
  metadata: formMetadata.default({}),
  success_url: z.url(),
  cancel_url: z.url().optional(),
});

/** What is bought in a session that is open. */
const bought = new WeakMap<Session, Price | undefined>();

export function createSession(world: StripeWorld, form: FormValue): Session {
  const given = parameters(sessionParameters, form);
  const { mode, customer, metadata, success_url, cancel_url = null } = given;
  const [{ price: priceId, price_data: inline, quantity }] = given.line_items;
  requireObject(world.customers, 'customer', customer);
  const price = priceId === undefined ? undefined : requireObject(world.prices, 'price', priceId);
  if ((mode === 'subscription') !== (price !== undefined)) {
    throw new StripeRefusal('invalid', 'You must provide one recurring price in `subscription` mode.', {
      param: 'line_items',
    });
  }
  const amount = quantity * (price?.unit_amount ?? inline?.unit_amount ?? 0);
  requireLeastAmount(amount);
  const id = world.id('cs_test');
  const session: Session = {
    id,
    object: 'checkout.session',
    amount_total: amount,
    cancel_url,
    client_reference_id: given.client_reference_id ?? null,
    created: world.now,
    currency: price?.currency ?? inline?.currency ?? 'usd',
    customer,
    expires_at: world.now + day,
    livemode: false,
    metadata,
    mode,
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url,
    url: `${world.origin}/c/pay/${id}`,
  };
  bought.set(session, price);
  world.sessions.set(id, session);
  return session;
}

function requireLeastAmount(cents: number): void {
  if (cents >= 50) return;
  throw new StripeRefusal(
    'invalid',
    "The Checkout Session's total amount due must add up to at least $0.50 usd",
    {
      code: 'amount_too_small',
    },
  );
}

/** The customer pays with their card; a declined one leaves the session open. */
export function pay(world: StripeWorld, sessionId: string): Session {
  const session = requireObject(world.sessions, 'checkout.session', sessionId);
  if (session.status !== 'open' || session.expires_at <= world.now) {
    throw new StripeRefusal('invalid', 'This Checkout Session is no longer active.');
  }
  requireCard(world, session.customer);
  const price = bought.get(session);
  session.status = 'complete';
  session.payment_status = 'paid';
  session.url = null;
  if (price) session.subscription = beginSubscription(world, session.customer, price, {}).id;
  world.tell('checkout.session.completed', session);
  return session;
}

const portalParameters = z.strictObject({ customer: z.string(), return_url: z.url() });

export function createPortalSession(world: StripeWorld, form: FormValue): PortalSession {
  const { customer, return_url } = parameters(portalParameters, form);
  requireObject(world.customers, 'customer', customer);
  const id = world.id('bps');
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: world.now,
    customer,
    livemode: false,
    return_url,
    url: `${world.origin}/p/session/${id}`,
  };
  world.portals.set(id, session);
  return session;
}
