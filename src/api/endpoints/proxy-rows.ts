/** Proxies of an endpoint. */
import { z } from 'zod';
import { exportParameters, idParams, moment, page, type Routes } from '../route.ts';

/** Its own id is the key to the data, and stored as a digest: the digest names it here. */
const proxyId = z.string().regex(/^[0-9a-f]{64}$/);

const proxy = z.object({
  id: proxyId,
  /** The first characters of its own id. */
  hint: z.string(),
  parameters: z.record(z.string(), z.string()),
  createdAt: moment,
  /** Null: not among the last thousand hits of the endpoint. */
  lastHitAt: moment.nullable(),
});

export const proxyRows = {
  'GET /api/endpoints/:id/proxies': {
    caller: 'signed in',
    params: idParams,
    query: z.object({ page }),
    answer: z.object({ proxies: z.array(proxy), total: z.number(), pageSize: z.number() }),
  },
  /** The address is told once. */
  'POST /api/endpoints/:id/proxies': {
    caller: 'signed in',
    params: idParams,
    body: z.object({ parameters: exportParameters }),
    answer: z.object({ url: z.string() }),
  },
  'DELETE /api/proxies/:id': {
    caller: 'signed in',
    whenBlocked: 'allowed',
    params: z.object({ id: proxyId }),
    answer: z.object({ id: proxyId, hint: z.string() }),
  },
} as const satisfies Routes;
