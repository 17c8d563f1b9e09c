/** Accounts and invitations, for administrators. */
import { z } from 'zod';
import { typedLine, typedLines } from '../../base/typed-text.ts';
import { email, id, idParams, interval, moment, page, planName, type Routes, search } from '../route.ts';
import { room } from '../usage/usage-rows.ts';

const listedAccount = z.object({
  id,
  email: z.string(),
  /** Of contract 3.1. */
  state: z.string(),
  plan: planName,
  planLabel: z.string(),
  /** Null: without limit. */
  credits: z.number().nullable(),
  ...room.shape,
  isAdministrator: z.boolean(),
  isBlocked: z.boolean(),
  createdAt: moment,
  lastVisitAt: moment.nullable(),
});

const accountDetails = listedAccount.extend({
  interval,
  allocation: z.number().nullable(),
  cycleEnds: moment.nullable(),
  subscriptionEnds: moment.nullable(),
  /** At Stripe: its plan is changed by its owner. */
  isPaid: z.boolean(),
  /** The administrator's own. */
  isOwn: z.boolean(),
  /** Of administrators; its owner never sees it. */
  note: z.string(),
});

const accountChanges = z.object({
  plan: planName.optional(),
  interval: interval.optional(),
  /** Of each cycle, with the plan `custom`; absent: without limit. */
  credits: z.number().int().min(0).max(999_999_999).optional(),
  isBlocked: z.boolean().optional(),
  /** Null: it has no end. */
  subscriptionEnds: moment.nullable().optional(),
  isAdministrator: z.boolean().optional(),
  note: typedLines(2_000).optional(),
});

const madeLink = z.object({ url: z.string(), endsAt: moment });

const invitation = z.object({ id: z.string(), email: z.string(), createdAt: moment, endsAt: moment });

export const accountAdministrationRows = {
  'GET /api/administrator/accounts': {
    caller: 'administrator',
    query: z.object({
      search,
      sort: z.enum(['email', 'created', 'credits', 'last visit']).default('created'),
      page,
    }),
    answer: z.object({ accounts: z.array(listedAccount), total: z.number(), pageSize: z.number() }),
  },
  'GET /api/administrator/accounts/:id': {
    caller: 'administrator',
    params: idParams,
    answer: accountDetails,
  },
  'PATCH /api/administrator/accounts/:id': {
    caller: 'administrator',
    params: idParams,
    body: accountChanges,
    answer: accountDetails,
  },
  'DELETE /api/administrator/accounts/:id': {
    caller: 'administrator',
    params: idParams,
    answer: z.object({ id }),
  },
  /** Those that can be brought back. */
  'GET /api/administrator/deleted-accounts': {
    caller: 'administrator',
    query: z.object({ page }),
    answer: z.object({
      accounts: z.array(
        z.object({
          id,
          email: z.string(),
          by: z.enum(['owner', 'administrator']),
          deletedAt: moment,
          removeAt: moment,
        }),
      ),
      total: z.number(),
      pageSize: z.number(),
    }),
  },
  'POST /api/administrator/deleted-accounts/:id/restore': {
    caller: 'administrator',
    params: idParams,
    answer: z.object({ id }),
  },
  'POST /api/administrator/accounts/:id/credits': {
    caller: 'administrator',
    params: idParams,
    body: z.object({
      amount: z
        .number()
        .int('Enter a whole number.')
        .min(1, 'At least 1.')
        .max(1_000_000, 'At most 1,000,000.'),
      reason: typedLine(200).min(1, 'Enter the reason.'),
    }),
    answer: accountDetails,
  },
  /** Shown once. */
  'POST /api/administrator/accounts/:id/reset-link': {
    caller: 'administrator',
    params: idParams,
    answer: madeLink,
  },
  'GET /api/administrator/invitations': {
    caller: 'administrator',
    query: z.object({ page }),
    answer: z.object({ invitations: z.array(invitation), total: z.number(), pageSize: z.number() }),
  },
  /** Its link is shown once. */
  'POST /api/administrator/invitations': {
    caller: 'administrator',
    body: z.object({ email: email.min(1, 'Enter an e-mail address.') }),
    answer: madeLink.extend({ email: z.string(), isMailed: z.boolean() }),
  },
  'DELETE /api/administrator/invitations/:id': {
    caller: 'administrator',
    params: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) }),
    answer: z.object({ id: z.string() }),
  },
} as const satisfies Routes;
