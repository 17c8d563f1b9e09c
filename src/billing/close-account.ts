/** The end of an account: nobody is charged for it any more, then it is deleted (section 3). */
import type { Account } from '../accounts/account.ts';
import { deleteAccount } from '../accounts/account-store.ts';
import { mayEndAccount } from '../accounts/administrator-store.ts';
import type { AppContext } from '../app-context.ts';
import type { Actor } from '../audit/audit-entry.ts';
import { readPlan } from '../credits/plan-store.ts';
import { hasStripe, stripeOf } from './stripe-client.ts';
import { readTerms } from './stripe-term.ts';

export async function closeAccount(context: AppContext, by: Actor, account: Account): Promise<void> {
  const { id, email } = account;
  // Also when it is deleted; here so that nothing ends at Stripe before it.
  await mayEndAccount(context.database.db, by, account);
  const kept = await readPlan(context.database.db, id);
  if (kept?.customer && hasStripe(context.config)) {
    const stripe = await stripeOf(context.config);
    for (const { externalId, standing } of await readTerms(stripe, kept.customer)) {
      if (standing !== 'ended') await stripe.subscriptions.cancel(externalId);
    }
  }
  await deleteAccount(context, by, email);
}
