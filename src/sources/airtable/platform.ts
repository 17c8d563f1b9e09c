/**
 * Airtable as a platform (contract 7.4 and 8.4): its addresses, its rate limits for a user and for a base, and the
 * three shapes in which it refuses a call.
 */
import { z } from 'zod';
import type { Platform, Refusal } from '../../platform/platform.ts';
import { kindOfStatus, rateLimitSecond, refusalText } from '../platform-rules.ts';

/** How messages name the source. */
export const label = 'Airtable';

export const platform = {
  id: 'airtable',
  name: 'Airtable',
  tableOptions: '--base BASE --table TABLE',
  apiOrigin: ({ airtableApiUrl }) => airtableApiUrl,
  headers: {},
  rateLimits: (_config, identity, base) => [
    ...(base === '' ? [] : [{ key: `airtable base ${base}`, calls: 5, perMs: rateLimitSecond }]),
    { key: `airtable user ${identity}`, calls: 50, perMs: rateLimitSecond },
  ],
  refusal,
  identity: {
    path: '/v0/meta/whoami',
    scope: '',
    read: (json) => {
      const { id, email } = userShape.parse(json);
      return email ?? id;
    },
  },
  oauth: {
    authorizeUrl: ({ airtableOauthUrl }) => `${airtableOauthUrl}/oauth2/v1/authorize`,
    tokenUrl: ({ airtableOauthUrl }) => `${airtableOauthUrl}/oauth2/v1/token`,
    client: ({ airtableClientId: id, airtableClientSecret: secret }) => ({ id, secret }),
    clientAuthentication: 'basic',
    scopes: ['data.records:read', 'schema.bases:read'],
    authorizeParameters: {},
  },
  token: {
    steps: [
      'Make a personal access token at Airtable.',
      'Give it the scopes data.records:read and schema.bases:read.',
      'Add the bases that are to be read.',
    ],
    address: 'https://airtable.com/create/tokens',
  },
} as const satisfies Platform;

const userShape = z.object({ id: z.string(), email: z.string().optional() });

function refusal(status: number, body: unknown): Refusal {
  const { type: code, message } = refusalShape.parse(body);
  if (status === 429) {
    const limited = { code: code || 'RATE_LIMIT_REACHED', message, closedForSeconds: 30 };
    return { kind: code.includes('BILLING') ? 'quota' : 'limit', ...limited };
  }
  return { kind: kindOfStatus(status), code, message };
}

const refusalShape = z
  .union([
    z
      .object({ error: z.object({ type: refusalText, message: refusalText }) })
      .transform(({ error }) => error),
    z.object({ error: z.string() }).transform(({ error }) => ({ type: error, message: '' })),
    z
      .object({ errors: z.tuple([z.object({ error: refusalText, message: refusalText })]).rest(z.unknown()) })
      .transform(({ errors: [{ error, message }] }) => ({ type: error, message })),
  ])
  .catch({ type: '', message: '' });
