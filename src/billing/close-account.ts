/**
 * The end of an account: nobody is charged for it any more, then it is out of sight at once, and its owner is told until
 * when and how it can be brought back (contract 3.4, decision 054).
 */
import type { Account } from '../accounts/account.ts';
import { mayEndAccount } from '../accounts/administrator-store.ts';
import { tellOfDeletion } from '../accounts/closed-account.ts';
import { type ClosedAccount, closeWithPlan } from '../accounts/closed-account-store.ts';
import type { AppContext } from '../app-context.ts';
import type { Actor } from '../audit/audit-entry.ts';
import { readPlan } from '../ledger/plan-store.ts';
import { hasStripe, stripeOf } from './stripe-client.ts';
import { readTerms } from './stripe-term.ts';

export async function closeAccount(context: AppContext, by: Actor, account: Account): Promise<ClosedAccount> {
  const { id } = account;
  // Also when it is closed; here so that nothing ends at Stripe before it.
  await mayEndAccount(context.database.db, by, account);
  const kept = await readPlan(context.database.db, id);
  if (kept?.customer && hasStripe(context.config)) {
    const stripe = await stripeOf(context.config);
    for (const { externalId, standing } of await readTerms(stripe, kept.customer)) {
      if (standing !== 'ended') await stripe.subscriptions.cancel(externalId);
    }
  }
  const closed = await closeWithPlan(context, by, account);
  await tellOfDeletion(context, closed);
  return closed;
}
