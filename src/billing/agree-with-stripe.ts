/**
 * Makes the plan of an account agree with its subscription at Stripe. What Stripe says now is read and applied only if
 * the plan has not changed since before it was read: so an older state never overwrites a newer one, whichever event
 * comes when, and to whichever replica; what a change has left set aside is brought back.
 */
import type { AppContext } from '../app-context.ts';
import { readPlan } from '../ledger/plan-store.ts';
import { eventTowards } from '../ledger/plans/paid-term.ts';
import { statusOf } from '../ledger/plans/plan-state.ts';
import { isPossible } from '../ledger/plans/transitions.ts';
import { changeByEvents, lookBefore, type PaymentEvent } from './payment-store.ts';
import { bringBack, isLeftBehind, setAsideMs } from './set-aside.ts';
import { stripeOf } from './stripe-client.ts';
import { currentTerm, readTerms, type StripeTerm } from './stripe-term.ts';

class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

const maxTries = 8;

/** `events` are kept as worked off with it. Returns the subscription at Stripe, if there is one. */
export async function agreeWithStripe(
  context: AppContext,
  accountId: string,
  events: readonly PaymentEvent[] = [],
): Promise<StripeTerm | undefined> {
  for (let tried = 1; ; tried++) {
    try {
      return await agree(context, accountId, events);
    } catch (error) {
      if (!(error instanceof OvertakenError) || tried === maxTries) throw error;
    }
  }
}

async function agree(
  context: AppContext,
  accountId: string,
  events: readonly PaymentEvent[],
): Promise<StripeTerm | undefined> {
  const before = await readPlan(context.database.db, accountId);
  if (!before?.customer) return undefined;
  const stripe = await stripeOf(context.config);
  const terms = await readTerms(stripe, before.customer);
  const term = currentTerm(terms, before.state.externalId);
  const at = context.now();
  await changeByEvents(context, accountId, events, (state, _count, { version }) => {
    if (version !== before.version) throw new OvertakenError('the plan was changed in the meantime');
    const event = term && eventTowards(state, term, at);
    return event && isPossible(statusOf(state, at), event.kind) ? event : undefined;
  });
  if (term && isLeftBehind(term, at)) await bringBack(stripe, term);
  else if (term?.setAside) await lookBefore(context.database.db, accountId, term.setAside.at + setAsideMs);
  await endOthers(context, terms, term);
  return term;
}

/** Who has paid in two windows pays for one: the newest counts, the rest of the others is credited. */
async function endOthers(
  { config, log }: AppContext,
  terms: readonly StripeTerm[],
  current: StripeTerm | undefined,
): Promise<void> {
  const others = terms.filter((term) => term !== current && term.standing !== 'ended');
  const stripe = others.length > 0 ? await stripeOf(config) : undefined;
  for (const { externalId } of others) {
    log.warn({ externalId }, 'duplicate subscription of a customer cancelled');
    await stripe?.subscriptions.cancel(externalId, { prorate: true, invoice_now: true });
  }
}
