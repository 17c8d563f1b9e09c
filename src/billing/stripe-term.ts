/** A subscription as Stripe describes it, checked, and what it says about the plan. */
import type { Stripe } from 'stripe';
import { z } from 'zod';
import { type Interval, intervals } from '../ledger/plans/billing-cycle.ts';
import type { PaidTerm } from '../ledger/plans/paid-term.ts';
import type { Term } from '../ledger/plans/plan-events.ts';
import { isSame } from '../ledger/plans/plan-order.ts';
import { readNote, type SetAside } from './set-aside-note.ts';
import { soldPlans } from './stripe-prices.ts';

const moment = z
  .number()
  .int()
  .transform((seconds) => seconds * 1_000);

const price = z.object({
  id: z.string(),
  lookup_key: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  recurring: z.object({ interval: z.string() }).nullable(),
});

const schedule = z.object({
  id: z.string(),
  status: z.string(),
  metadata: z.record(z.string(), z.string()).nullable(),
  current_phase: z.object({ start_date: moment }).nullable(),
});

const subscription = z.object({
  id: z.string(),
  status: z.string(),
  created: moment,
  billing_cycle_anchor: moment,
  cancel_at_period_end: z.boolean(),
  metadata: z.record(z.string(), z.string()),
  items: z.object({ data: z.array(z.object({ id: z.string(), price, current_period_end: moment })).min(1) }),
  latest_invoice: z
    .object({ created: moment, status_transitions: z.object({ finalized_at: moment.nullable() }) })
    .nullable(),
  schedule: schedule.nullable(),
});

export interface StripeTerm extends PaidTerm {
  readonly created: number;
  readonly itemId: string;
  readonly priceId: string;
  /** Of a change that is planned at Stripe, or was until the present phase. */
  readonly schedule: { readonly id: string; readonly startsAt: number } | null;
  /** What is planned at Stripe; `next` is what was set aside, too. */
  readonly planned: Term | 'none' | null;
  readonly setAside: SetAside | null;
}

/** Incomplete ones have never been paid. */
const standings: Readonly<Record<string, PaidTerm['standing']>> = {
  active: 'paid',
  trialing: 'paid',
  past_due: 'unpaid',
  unpaid: 'unpaid',
  paused: 'unpaid',
  canceled: 'ended',
};

const maxSubscriptions = 20;

/** Those of a customer that are for a plan of ours, newest first. */
export async function readTerms(stripe: Stripe, customer: string): Promise<StripeTerm[]> {
  const { data } = await stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: maxSubscriptions,
    expand: ['data.latest_invoice', 'data.schedule'],
  });
  return data.flatMap((found) => termOf(subscription.parse(found))).sort((a, b) => b.created - a.created);
}

/** The one that counts: the newest that goes on, or else the one that we know. */
export function currentTerm(terms: readonly StripeTerm[], externalId: string | null): StripeTerm | undefined {
  return (
    terms.find(({ standing }) => standing !== 'ended') ?? terms.find((term) => term.externalId === externalId)
  );
}

function termOf(found: z.output<typeof subscription>): StripeTerm[] {
  const [item] = found.items.data;
  const standing = standings[found.status];
  const plan = item && planOf(item.price);
  if (!item || !standing || !plan) return [];
  const invoice = found.latest_invoice;
  const term = { plan, interval: intervalOf(item.price) } as const;
  const schedule = found.schedule?.status === 'active' ? found.schedule : null;
  const planned = found.cancel_at_period_end ? 'none' : nextTerm(term, schedule?.metadata ?? {});
  const setAside = readNote(found.metadata);
  return [
    {
      ...term,
      externalId: found.id,
      created: found.created,
      itemId: item.id,
      priceId: item.price.id,
      schedule: schedule && {
        id: schedule.id,
        startsAt: schedule.current_phase?.start_date ?? found.created,
      },
      planned,
      setAside,
      anchor: found.billing_cycle_anchor,
      paidUntil: item.current_period_end,
      changedAt: changedAt(found.metadata),
      next: planned ?? setAside?.next ?? null,
      standing,
      failedAt: invoice ? (invoice.status_transitions.finalized_at ?? invoice.created) : null,
    },
  ];
}

function planOf({ metadata, lookup_key }: z.output<typeof price>): Term['plan'] | undefined {
  const named = metadata['tablecast_plan'] ?? /^tablecast_([a-z]+)_/.exec(lookup_key ?? '')?.[1];
  return soldPlans.find((plan) => plan === named);
}

function intervalOf({ recurring }: z.output<typeof price>): Interval {
  return recurring?.interval === 'year' ? 'annual' : 'monthly';
}

function changedAt(metadata: Readonly<Record<string, string>>): number | null {
  const at = Number(metadata['tablecast_changed_at'] ?? Number.NaN);
  return Number.isSafeInteger(at) ? at : null;
}

/** A plan that has begun is no longer the next one. */
function nextTerm(current: Term, metadata: Readonly<Record<string, string>>): Term | null {
  const plan = soldPlans.find((name) => name === metadata['tablecast_next_plan']);
  const interval = intervals.find((name) => name === metadata['tablecast_next_interval']);
  if (!plan || !interval || isSame(current, { plan, interval })) return null;
  return { plan, interval };
}
