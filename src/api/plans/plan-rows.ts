/** Plans, add-on credits and payment. */
import { z } from 'zod';
import { typedLines } from '../../base/typed-text.ts';
import { interval, moment, planName, type Routes } from '../route.ts';

/** A plan that can be bought. */
const wantedTerm = z.object({ plan: z.enum(['lite', 'standard', 'pro']), interval });

const offeredPlan = z.object({
  name: planName,
  label: z.string(),
  /** Null: negotiable. */
  monthlyCredits: z.number().nullable(),
  isOneTime: z.boolean(),
  moreCanBeAdded: z.boolean(),
  /** In US dollars; null: custom. */
  monthlyPrice: z.number().nullable(),
  annualPrice: z.number().nullable(),
  canBeBought: z.boolean(),
});

const ownPlan = z.object({
  name: planName,
  label: z.string(),
  interval,
  status: z.enum(['trial', 'active', 'cancelling', 'grace', 'expired']),
  isBlocked: z.boolean(),
  /** By the owner at Stripe, and not set by an administrator. */
  isPaid: z.boolean(),
  /** Null: without limit. */
  credits: z.number().nullable(),
  allocation: z.number().nullable(),
  cycleEnds: moment.nullable(),
  /** End of what has been paid. */
  termEnds: moment.nullable(),
  subscriptionEnds: moment.nullable(),
  graceEnds: moment.nullable(),
  /** What follows at the end of what has been paid; null: the same again. */
  next: z.union([z.literal('none'), z.object({ name: planName, label: z.string(), interval })]).nullable(),
});

const quote = z.object({
  /** `begin`: paid at Stripe. `larger`: at once. `smaller`: at the end of what is paid. `stay`: nothing changes. */
  kind: z.enum(['begin', 'larger', 'smaller', 'stay']),
  label: z.string(),
  interval,
  at: moment,
  /** The time that is paid begins anew. */
  isNewTerm: z.boolean(),
  /** To be paid now, in cents. */
  cents: z.number(),
  /** Of what was paid before, credited against later payments. */
  creditedCents: z.number(),
  /** The balance right after it; null: without limit. */
  credits: z.number().nullable(),
  allocation: z.number().nullable(),
  nextCents: z.number(),
  nextAt: moment.nullable(),
});

const paymentPage = z.object({ url: z.string() });
const nothing = z.object({});

export const planRows = {
  'GET /api/plans': {
    caller: 'signed in',
    answer: z.object({
      plans: z.array(offeredPlan),
      own: ownPlan,
      hasPayment: z.boolean(),
      /** Addresses of administrators, who set plans where nobody can pay. */
      administrators: z.array(z.string()),
      addedCredits: z.object({
        fewest: z.number(),
        most: z.number(),
        /** Of one credit; null: none can be bought for this plan. */
        cents: z.number().nullable(),
      }),
      /** Null for an account without limit. */
      forecast: z
        .object({
          creditsPerDay: z.number(),
          /** Null: not before new ones come, or nobody knows. */
          usedUpAt: moment.nullable(),
          /** In the last week, refused ones too. */
          requests: z.number(),
        })
        .nullable(),
    }),
  },
  /** What a change would cost and bring, before the owner agrees. */
  'POST /api/plans/quote': { caller: 'signed in', whenBlocked: 'allowed', body: wantedTerm, answer: quote },
  /** With an address: the owner pays there. Without one it has happened. */
  'POST /api/plans/change': {
    caller: 'signed in',
    whenBlocked: 'allowed',
    body: wantedTerm,
    answer: z.object({ url: z.string().nullable() }),
  },
  'POST /api/plans/cancel': { caller: 'signed in', whenBlocked: 'allowed', answer: nothing },
  'POST /api/plans/resume': { caller: 'signed in', whenBlocked: 'allowed', answer: nothing },
  'POST /api/plans/credits': {
    caller: 'signed in',
    whenBlocked: 'allowed',
    body: z.object({ credits: z.number().int('Enter a whole number.') }),
    answer: paymentPage,
  },
  /** Asks the administrators for the plan `custom` by e-mail, once a day at most. */
  'POST /api/plans/custom': {
    caller: 'signed in',
    body: z.object({ message: typedLines(2_000).min(1, 'Say what you need.') }),
    answer: nothing,
  },
  /** The page of Stripe for cards and invoices. */
  'POST /api/plans/portal': { caller: 'signed in', whenBlocked: 'allowed', answer: paymentPage },
  /** What became of a payment, when the owner comes back from Stripe. */
  'GET /api/plans/payment': {
    caller: 'signed in',
    query: z.object({ session: z.string().regex(/^cs_\w{1,200}$/, 'This is not a payment.') }),
    answer: z.object({ kind: z.enum(['plan', 'credits']), state: z.enum(['open', 'waiting', 'done']) }),
  },
} as const satisfies Routes;
