/**
 * What became of a payment, asked by who comes back from Stripe's page: it takes effect here, whether or not Stripe's
 * event has come, and once (contract 3.2.4).
 */
import { z } from 'zod';
import type { AppContext } from '../app-context.ts';
import { readPlan } from '../ledger/plan-store.ts';
import { agreeWithStripe } from './agree-with-stripe.ts';
import { stripeOf } from './stripe-client.ts';
import { addBoughtCredits } from './stripe-events.ts';

interface SettledPayment {
  readonly kind: 'plan' | 'credits';
  /** `open`: not paid yet. `waiting`: paid, and not confirmed by the bank yet. */
  readonly state: 'open' | 'waiting' | 'done';
}

const session = z.object({
  customer: z.string().nullable(),
  mode: z.string(),
  status: z.string().nullable(),
  payment_status: z.string(),
  subscription: z.string().nullable(),
});

/** Undefined for a payment of somebody else. */
export async function settlePayment(
  context: AppContext,
  accountId: string,
  sessionId: string,
): Promise<SettledPayment | undefined> {
  const stripe = await stripeOf(context.config);
  const kept = await readPlan(context.database.db, accountId);
  if (!kept?.customer) return undefined;
  const found = session.parse(await stripe.checkout.sessions.retrieve(sessionId));
  if (found.customer !== kept.customer) return undefined;
  const kind = found.mode === 'payment' ? 'credits' : 'plan';
  if (found.status !== 'complete') return { kind, state: 'open' };
  if (found.payment_status === 'unpaid') return { kind, state: 'waiting' };
  if (kind === 'credits') {
    await addBoughtCredits(context, accountId, sessionId, []);
    return { kind, state: 'done' };
  }
  await agreeWithStripe(context, accountId);
  const { state } = (await readPlan(context.database.db, accountId)) ?? kept;
  return { kind, state: state.externalId === null ? 'waiting' : 'done' };
}
