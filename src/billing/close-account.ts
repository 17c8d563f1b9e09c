/**
 * The end of an account: what is paid by Stripe is ended there first, so that nobody is charged for an account that is
 * gone; then it is deleted, and its endpoints answer that their owner is not found (sections 2 and 3).
 */
import { deleteAccount } from '../accounts/account-store.ts';
import type { AppContext } from '../app-context.ts';
import { agreeWithStripe } from './agree-with-stripe.ts';
import type { Payer } from './payment.ts';
import { hasStripe, stripeOf } from './stripe-client.ts';

export async function closeAccount(context: AppContext, { id, email }: Payer): Promise<void> {
  if (hasStripe(context.config)) await endPayment(context, id);
  await deleteAccount(context, email);
}

async function endPayment(context: AppContext, accountId: string): Promise<void> {
  const term = await agreeWithStripe(context, accountId);
  if (!term || term.standing === 'ended') return;
  const stripe = await stripeOf(context.config);
  await stripe.subscriptions.cancel(term.externalId);
}
