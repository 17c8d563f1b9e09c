/** The note on a subscription at Stripe of what was planned before a change, in its metadata: one line of words. */

import { randomId } from '../base/random-id.ts';
import { intervals } from '../ledger/plans/billing-cycle.ts';
import type { Term } from '../ledger/plans/plan-events.ts';
import { soldPlans } from './stripe-prices.ts';

export interface SetAside {
  readonly next: Term | 'none';
  readonly at: number;
  /** So that who brings it back at the same time makes one schedule. */
  readonly id: string;
}

const noteKey = 'tablecast_set_aside';

/** Stripe removes what is empty. */
export const noNote = { [noteKey]: '' } as const;

export function newSetAside(next: SetAside['next'], at: number): SetAside {
  return { next, at, id: randomId() };
}

export function noteOf({ next, at, id }: SetAside): Readonly<Record<string, string>> {
  return { [noteKey]: [at, id, ...(next === 'none' ? [next] : [next.plan, next.interval])].join(' ') };
}

export function readNote(metadata: Readonly<Record<string, string>>): SetAside | null {
  const [time = '', id = '', first, second] = metadata[noteKey]?.split(' ') ?? [];
  const plan = soldPlans.find((name) => name === first);
  const interval = intervals.find((name) => name === second);
  const next = first === 'none' ? first : plan && interval && { plan, interval };
  return next && /^\d+$/.test(time) ? { next, at: Number(time), id } : null;
}
