/** How the service does, and one account seen from outside, for administrators: figures and names, never data. */
import { z } from 'zod';
import { stateShape } from '../endpoints/state-rows.ts';
import { id, idParams, moment, page, type Routes, search } from '../route.ts';

const figure = z.object({
  now: z.number(),
  /** In the time before; null: nobody knows. */
  before: z.number().nullable(),
});

const troubled = z.object({
  id,
  name: z.string(),
  accountId: id,
  email: z.string(),
  hits: z.number(),
  failed: z.number(),
  averageMs: z.number(),
});

export const overviewRows = {
  /** Of the last 30 days, beside the 30 before them; endpoints of the last 7. */
  'GET /api/administrator/overview': {
    caller: 'administrator',
    answer: z.object({
      days: z.array(
        z.object({
          day: z.string(),
          hits: z.number(),
          failed: z.number(),
          accounts: z.number(),
          signUps: z.number(),
        }),
      ),
      requests: figure,
      failures: figure,
      activeAccounts: figure,
      signUps: figure,
      /** Of paid subscriptions in a month, in cents. */
      income: figure,
      paying: figure,
      slowest: z.array(troubled),
      failing: z.array(troubled),
    }),
  },
  /** With what their requests get; none of their data. */
  'GET /api/administrator/accounts/:id/endpoints': {
    caller: 'administrator',
    params: idParams,
    query: z.object({ page }),
    answer: z.object({
      endpoints: z.array(
        z.object({
          id,
          name: z.string(),
          source: z.string(),
          hitsThisCycle: z.number(),
          lastHitAt: moment.nullable(),
          state: stateShape.state,
          /** In a word or two; null while it works. */
          problem: z.string().nullable(),
        }),
      ),
      total: z.number(),
      pageSize: z.number(),
    }),
  },
  /** Accounts by their address and endpoints by their name or id, at most twenty of each. */
  'GET /api/administrator/search': {
    caller: 'administrator',
    query: z.object({ search }),
    answer: z.object({
      accounts: z.array(z.object({ id, email: z.string() })),
      endpoints: z.array(z.object({ id, name: z.string(), accountId: id, email: z.string() })),
    }),
  },
} as const satisfies Routes;
