/**
 * How an owner pays: by Stripe's own pages, so that card data never comes here, and by changes of the subscription at
 * Stripe. What comes of it is read from Stripe, here and with its events (contract 2.5.7).
 */
import type { AppContext } from '../app-context.ts';
import { changeRefused } from '../errors/refused-error.ts';
import type { KeptPlan } from '../ledger/kept-plan.ts';
import { readPlan } from '../ledger/plan-store.ts';
import type { Term } from '../ledger/plans/plan-events.ts';
import { isMore, isSame } from '../ledger/plans/plan-order.ts';
import { type PlanState, statusOf } from '../ledger/plans/plan-state.ts';
import { centsPerCredit, plans } from '../ledger/plans/plans.ts';
import { isSubscribed } from '../ledger/plans/wanted-plan.ts';
import { siteLink } from '../mail/site-link.ts';
import { agreeWithStripe } from './agree-with-stripe.ts';
import { lookBefore, setCustomer } from './payment-store.ts';
import { setAsideMs } from './set-aside.ts';
import { changeAtEnd, changeNow, endAtTermEnd, keepPlan } from './stripe-changes.ts';
import { stripeOf } from './stripe-client.ts';
import { currency, priceOf } from './stripe-prices.ts';
import type { StripeTerm } from './stripe-term.ts';

/** Whose plan it is. */
export interface Payer {
  readonly id: string;
  readonly email: string;
}

/** The address of the page on which the owner pays for a plan. */
export async function startCheckout(context: AppContext, payer: Payer, term: Term): Promise<string> {
  const stripe = await stripeOf(context.config);
  const { state } = await requirePlan(context, payer);
  if (isSubscribed(state, context.now())) {
    throw changeRefused('The account has a plan already: change it instead.');
  }
  const { url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: await customerOf(context, payer),
    client_reference_id: payer.id,
    line_items: [{ price: await priceOf(stripe, term), quantity: 1 }],
    ...returnPages(context),
  });
  return requireAddress(url);
}

/** Of one credit more in this cycle, in cents; null where none can be bought. */
export function creditPrice({ now }: AppContext, state: PlanState): number | null {
  const isServed = ['active', 'cancelling', 'grace'].includes(statusOf(state, now()));
  return isServed ? centsPerCredit(state.plan) : null;
}

export const fewestCredits = 20;
export const maxCredits = 10_000;

/** The address of the page on which the owner pays for credits of this cycle. */
export async function buyCredits(context: AppContext, payer: Payer, credits: number): Promise<string> {
  const stripe = await stripeOf(context.config);
  const { state } = await requirePlan(context, payer);
  const cents = creditPrice(context, state);
  if (cents === null) {
    throw changeRefused(
      `Credits cannot be bought for the ${plans[state.plan].label} plan: choose a plan first.`,
    );
  }
  if (credits < fewestCredits || credits > maxCredits) {
    throw changeRefused(`Between ${fewestCredits} and ${maxCredits} credits can be bought at once.`);
  }
  const { url } = await stripe.checkout.sessions.create({
    mode: 'payment',
    customer: await customerOf(context, payer),
    client_reference_id: payer.id,
    line_items: [
      {
        quantity: credits,
        price_data: {
          currency,
          unit_amount: cents,
          product_data: { name: 'Tablecast credits' },
        },
      },
    ],
    metadata: { tablecast_credits: String(credits) },
    ...returnPages(context),
  });
  return requireAddress(url);
}

/** The address of Stripe's page for cards, invoices and addresses of the owner. */
export async function portal(context: AppContext, payer: Payer): Promise<string> {
  const stripe = await stripeOf(context.config);
  const customer = await customerOf(context, payer);
  const { cancel_url: return_url } = returnPages(context);
  return (await stripe.billingPortal.sessions.create({ customer, return_url })).url;
}

/** To a larger plan at once, to a smaller one at the end of what is paid; to the present one: stays with it. */
export async function changePaidPlan(context: AppContext, payer: Payer, wanted: Term): Promise<void> {
  const stripe = await stripeOf(context.config);
  const term = await requireTerm(context, payer);
  if (term.standing === 'unpaid') throw changeRefused('A payment is open: pay it first.');
  const at = await lookAgainSoon(context, payer, term);
  if (isSame(term, wanted)) await keepPlan(stripe, term);
  else if (isMore(term, wanted)) await changeNow(stripe, term, wanted, at);
  else await changeAtEnd(stripe, term, wanted, at);
  await agreeWithStripe(context, payer.id);
}

export async function cancel(context: AppContext, payer: Payer): Promise<void> {
  const stripe = await stripeOf(context.config);
  const term = await requireTerm(context, payer);
  await endAtTermEnd(stripe, term, await lookAgainSoon(context, payer, term));
  await agreeWithStripe(context, payer.id);
}

/** Takes back a cancellation, or the change to a smaller plan. */
export async function resume(context: AppContext, payer: Payer): Promise<void> {
  await keepPlan(await stripeOf(context.config), await requireTerm(context, payer));
  await agreeWithStripe(context, payer.id);
}

/** For what is set aside by a change that this process may not live to finish. Returns the moment of the change. */
async function lookAgainSoon(
  { database, now }: AppContext,
  { id }: Payer,
  term: StripeTerm,
): Promise<number> {
  const at = now();
  if (term.next !== null) await lookBefore(database.db, id, at + setAsideMs);
  return at;
}

async function requireTerm(context: AppContext, payer: Payer): Promise<StripeTerm> {
  const term = await agreeWithStripe(context, payer.id);
  if (!term || term.standing === 'ended') {
    throw changeRefused('The account has no subscription that could be changed: choose a plan first.');
  }
  return term;
}

async function requirePlan({ database }: AppContext, { id, email }: Payer): Promise<KeptPlan> {
  const kept = await readPlan(database.db, id);
  if (!kept) throw changeRefused(`There is no account ${email} any more.`);
  return kept;
}

/** One customer for each account, also when two requests make it at once. */
async function customerOf(context: AppContext, payer: Payer): Promise<string> {
  const { customer } = await requirePlan(context, payer);
  if (customer !== null) return customer;
  const stripe = await stripeOf(context.config);
  const { id } = await stripe.customers.create(
    { email: payer.email, metadata: { tablecast_account: payer.id } },
    { idempotencyKey: `tablecast_customer_${payer.id}` },
  );
  await setCustomer(context.database.db, payer.id, id);
  return id;
}

/** Stripe puts the id of the session in, by which the page asks what became of the payment. */
function returnPages({ config }: AppContext): { readonly success_url: string; readonly cancel_url: string } {
  const page = siteLink(config, 'plans');
  return { success_url: `${page}?session={CHECKOUT_SESSION_ID}`, cancel_url: page };
}

function requireAddress(url: string | null): string {
  if (url === null) throw changeRefused('Stripe gave no page for the payment. Try again.');
  return url;
}
