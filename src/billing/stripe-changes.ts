/**
 * Changes of a subscription at Stripe. A larger plan is paid pro rata at once, or there is no change; a smaller one is
 * planned by a subscription schedule. A change that Stripe refuses leaves what was planned before as it was
 * (contract 3.2.1).
 */
import type { Stripe } from 'stripe';
import type { Term } from '../ledger/plans/plan-events.ts';
import { bringBack } from './set-aside.ts';
import { newSetAside, noNote, noteOf } from './set-aside-note.ts';
import { stripeFailure } from './stripe-failure.ts';
import { priceOf } from './stripe-prices.ts';
import { planAtEnd } from './stripe-schedule.ts';
import type { StripeTerm } from './stripe-term.ts';

/** `at` is kept with the subscription, for the share of the credits. */
export async function changeNow(stripe: Stripe, term: StripeTerm, wanted: Term, at: number): Promise<void> {
  const price = await priceOf(stripe, wanted);
  await keepingPlanned(stripe, term, at, () =>
    stripe.subscriptions.update(term.externalId, {
      items: [{ id: term.itemId, price }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
      cancel_at_period_end: false,
      metadata: { tablecast_changed_at: String(at), ...noNote },
    }),
  );
}

export async function endAtTermEnd(stripe: Stripe, term: StripeTerm, at: number): Promise<void> {
  await keepingPlanned(stripe, term, at, () =>
    stripe.subscriptions.update(term.externalId, { cancel_at_period_end: true, metadata: noNote }),
  );
}

export async function changeAtEnd(stripe: Stripe, term: StripeTerm, wanted: Term, at: number): Promise<void> {
  const { externalId, next } = term;
  if (next !== 'none') return planAtEnd(stripe, term, wanted);
  const setAside = newSetAside(next, at);
  await stripe.subscriptions.update(externalId, {
    cancel_at_period_end: false,
    metadata: noteOf(setAside),
  });
  await orBringBack(stripe, { ...term, planned: null, setAside }, async () => {
    await planAtEnd(stripe, term, wanted);
    await stripe.subscriptions.update(externalId, { metadata: noNote });
  });
}

/** As it is now, with nothing planned. */
export async function keepPlan(stripe: Stripe, term: StripeTerm): Promise<void> {
  const { externalId, schedule, planned, setAside } = term;
  if (schedule !== null) await stripe.subscriptionSchedules.release(schedule.id);
  if (planned !== 'none' && setAside === null) return;
  const going = planned === 'none' ? { cancel_at_period_end: false } : {};
  await stripe.subscriptions.update(externalId, { ...going, metadata: noNote });
}

/** A schedule does not let the subscription be changed: it is given up, and planned anew if the change is refused. */
async function keepingPlanned(
  stripe: Stripe,
  term: StripeTerm,
  at: number,
  change: () => Promise<unknown>,
): Promise<void> {
  const { externalId, schedule, next } = term;
  if (schedule === null) return void (await change());
  const setAside = next === null || next === 'none' ? null : newSetAside(next, at);
  if (setAside) await stripe.subscriptions.update(externalId, { metadata: noteOf(setAside) });
  const given = { ...term, schedule: null, planned: null, setAside };
  await orBringBack(stripe, given, async () => {
    await stripe.subscriptionSchedules.release(schedule.id);
    await change();
  });
}

async function orBringBack(stripe: Stripe, term: StripeTerm, change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    // What Stripe has not answered may still take effect; that, and what cannot be brought back now, is looked at later.
    if (stripeFailure(error)?.isRefusal) await bringBack(stripe, term).catch(() => undefined);
    throw error;
  }
}
