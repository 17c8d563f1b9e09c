/**
 * Events of Stripe: each says that something about a customer has changed, and what that is, is asked. Events that are
 * known, of other customers, or of no concern, change nothing (contract 3.2.4).
 */
import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { AppContext } from '../app-context.ts';
import { statusOf } from '../ledger/plans/plan-state.ts';
import { isPossible } from '../ledger/plans/transitions.ts';
import { agreeWithStripe } from './agree-with-stripe.ts';
import { accountOfCustomer, changeByEvents, isKnownEvent, type PaymentEvent } from './payment-store.ts';
import { stripeOf } from './stripe-client.ts';

const concerning = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
]);

const subject = z.object({ id: z.string(), customer: z.string().nullable(), mode: z.string().optional() });

const toleranceSeconds = 300;

/** Throws when the signature does not fit the body, or is too old. */
export async function readStripeEvent(
  { config, now }: AppContext,
  body: Buffer,
  signature: string,
): Promise<Stripe.Event> {
  const { webhooks } = await stripeOf(config);
  const secret = config.stripeWebhookSecret;
  return webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now());
}

export async function handleEvent(context: AppContext, event: Stripe.Event): Promise<void> {
  const { db } = context.database;
  const { id, type } = event;
  if (!concerning.has(type) || (await isKnownEvent(db, id))) return;
  const { data: about } = subject.safeParse(event.data.object);
  const accountId = about?.customer ? await accountOfCustomer(db, about.customer) : undefined;
  if (!about || accountId === undefined) return;
  if (about.mode === 'payment') await addBoughtCredits(context, accountId, about.id, [{ id, type }]);
  else await agreeWithStripe(context, accountId, [{ id, type }]);
}

const purchase = z.object({
  payment_status: z.string(),
  metadata: z.object({ tablecast_credits: z.string().regex(/^\d{1,6}$/) }),
});

/** One session is paid once, whatever events tell of it. */
export async function addBoughtCredits(
  context: AppContext,
  accountId: string,
  sessionId: string,
  events: readonly PaymentEvent[],
): Promise<void> {
  const stripe = await stripeOf(context.config);
  const { data: bought } = purchase.safeParse(await stripe.checkout.sessions.retrieve(sessionId));
  if (bought?.payment_status !== 'paid') return;
  const amount = Number(bought.metadata.tablecast_credits);
  const at = context.now();
  await changeByEvents(
    context,
    accountId,
    [{ id: sessionId, type: 'purchase' }, ...events],
    (state, count) => {
      if (count > 0 || !isPossible(statusOf(state, at), 'creditsAdded')) return undefined;
      return { kind: 'creditsAdded', amount };
    },
    { isOnce: true },
  );
}
