/** Hits and their sums. */
import { z } from 'zod';
import { id, idParams, moment, page, type Routes } from '../route.ts';

/** Of the last thirty days in UTC, the oldest first, days without a hit too. */
const days = z.array(
  z.object({
    day: z.iso.date(),
    hits: z.number(),
    failed: z.number(),
    credits: z.number(),
    rows: z.number(),
    bytes: z.number(),
  }),
);

const hit = z.object({
  at: moment,
  /** 499 of a client that left. */
  status: z.number(),
  /** What changed, or what the error of that kind says, and the page that explains it. */
  error: z.string().nullable(),
  help: z.string().nullable(),
  type: z.string().nullable(),
  rows: z.number().nullable(),
  bytes: z.number(),
  ms: z.number(),
  credits: z.number(),
  /** The first characters of its id. */
  proxy: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** Names of parameters that had no effect. */
  ignored: z.string().nullable(),
});

/** What the plan allows besides credits, and how much of it is used; null for no limit. */
export const room = z.object({
  bytes: z.number(),
  bytesAllowed: z.number().nullable(),
  endpoints: z.number(),
  endpointsAllowed: z.number().nullable(),
});

export const usageRows = {
  'GET /api/endpoints/:id/usage': {
    caller: 'signed in',
    params: idParams,
    answer: z.object({ lastHitAt: moment.nullable(), hitsThisCycle: z.number(), days }),
  },
  /** The newest first. */
  'GET /api/endpoints/:id/hits': {
    caller: 'signed in',
    params: idParams,
    query: z.object({
      status: z.enum(['all', 'succeeded', 'refused', 'failed']).default('all'),
      /** What the page before answered as `next`. */
      before: z.coerce.number().int().min(0).optional(),
    }),
    answer: z.object({ hits: z.array(hit), next: z.number().nullable() }),
  },
  'GET /api/usage': {
    caller: 'signed in',
    answer: z.object({
      days,
      room,
      /** Null for an account without limit. */
      credits: z
        .object({
          left: z.number(),
          /** Since the cycle began; ever, for an account without cycles. */
          used: z.number(),
          since: moment.nullable(),
          cycleEnds: moment.nullable(),
          /** Null if no new ones come. */
          renewsAt: moment.nullable(),
          /** Used at the end of the cycle, at the pace of the last seven days. */
          forecast: z.number().nullable(),
          /** When that pace has used up what is left, if that is before the cycle ends. */
          lastsUntil: moment.nullable(),
          /** Grants and adjustments, the newest first. */
          entries: z.array(z.object({ at: moment, kind: z.string(), amount: z.number() })),
        })
        .nullable(),
    }),
  },
  /** Those with the most hits in the current billing cycle first. */
  'GET /api/usage/endpoints': {
    caller: 'signed in',
    query: z.object({ page }),
    answer: z.object({
      endpoints: z.array(
        z.object({ id, name: z.string(), lastHitAt: moment.nullable(), hitsThisCycle: z.number() }),
      ),
      total: z.number(),
      pageSize: z.number(),
    }),
  },
} as const satisfies Routes;
