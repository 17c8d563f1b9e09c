/** Proxies of an endpoint, which the dashboard calls views. */
import { z } from 'zod';
import { nameText } from '../../base/typed-text.ts';
import { exportParameters, id, idParams, moment, page, type Routes } from '../route.ts';

/** Its own id is the key to the data, and stored as a digest: the digest names it here. */
const proxyId = z.string().regex(/^[0-9a-f]{64}$/);

const proxy = z.object({
  id: proxyId,
  /** The first characters of its own id. */
  hint: z.string(),
  endpointId: id,
  /** Null: it was made without. */
  name: z.string().nullable(),
  parameters: z.record(z.string(), z.string()),
  /** Of its last change; who changes it says which one they saw. */
  revision: z.number(),
  createdAt: moment,
  /** Null: not among the last thousand hits of the endpoint. */
  lastHitAt: moment.nullable(),
});

/** The URL is told once. */
const made = z.object({ id: proxyId, url: z.string() });
const proxyParams = z.object({ id: proxyId });

export const proxyRows = {
  'GET /api/endpoints/:id/proxies': {
    caller: 'signed in',
    params: idParams,
    query: z.object({ page }),
    answer: z.object({ proxies: z.array(proxy), total: z.number(), pageSize: z.number() }),
  },
  /** Its parameters are tried on a sample before it is made. */
  'POST /api/endpoints/:id/proxies': {
    caller: 'signed in',
    params: idParams,
    body: z.object({ name: nameText.nullable().default(null), parameters: exportParameters }),
    answer: made,
  },
  'GET /api/proxies/:id': { caller: 'signed in', params: proxyParams, answer: proxy },
  /** What is not named stays; refused if it was changed since that revision. */
  'PATCH /api/proxies/:id': {
    caller: 'signed in',
    params: proxyParams,
    body: z.object({
      revision: z.number().int().min(0),
      name: nameText.optional(),
      parameters: exportParameters.optional(),
    }),
    answer: proxy,
  },
  /** Another URL takes the place of the old one, which answers 404 from then on. */
  'POST /api/proxies/:id/renew': { caller: 'signed in', params: proxyParams, answer: made },
  /** Refused while a schedule exports it. */
  'DELETE /api/proxies/:id': {
    caller: 'signed in',
    whenBlocked: 'allowed',
    params: proxyParams,
    answer: z.object({ id: proxyId, hint: z.string() }),
  },
} as const satisfies Routes;
