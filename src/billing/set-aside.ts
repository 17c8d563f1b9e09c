/**
 * What is planned for the end of a term, a smaller plan or the end of the subscription, must be given up before another
 * change can be tried. So that it is not lost when the change is refused, or nobody finishes it, it is noted on the
 * subscription at Stripe before. The change takes the note away in the same call; what still stands after a while is
 * brought back by whoever looks (contract 3.2.1).
 */
import type { Stripe } from 'stripe';
import { isSame } from '../ledger/plans/plan-order.ts';
import { noNote } from './set-aside-note.ts';
import { planAtEnd } from './stripe-schedule.ts';
import type { StripeTerm } from './stripe-term.ts';

/** Longer than a change can be under way, with all its repeats. */
export const setAsideMs = 5 * 60_000;

/** Whether the change that set it aside can no longer be under way. */
export function isLeftBehind({ setAside, standing }: StripeTerm, at: number): boolean {
  return setAside !== null && standing !== 'ended' && at - setAside.at >= setAsideMs;
}

/** Two processes that do it at once do the same. */
export async function bringBack(stripe: Stripe, term: StripeTerm): Promise<void> {
  const { externalId, setAside, planned, schedule } = term;
  if (!setAside) return;
  const { next, id } = setAside;
  const isEnd = planned === null && next === 'none';
  if (planned === null && next !== 'none' && !isSame(term, next)) {
    await planAtEnd(stripe, term, next, { idempotencyKey: id });
  }
  if (isEnd && schedule) await stripe.subscriptionSchedules.release(schedule.id);
  await stripe.subscriptions.update(externalId, {
    metadata: noNote,
    ...(isEnd && { cancel_at_period_end: true }),
  });
}
