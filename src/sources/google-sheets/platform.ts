/**
 * Google as a platform (contract 7.4 and 8.4): its addresses, its rate limits for a user and for the project of the
 * service, and what its refusals mean. Destinations on Google use the same connection.
 */
import { z } from 'zod';
import type { Platform, Refusal } from '../../platform/platform.ts';
import { kindOfStatus, rateLimitMinute, refusalText } from '../platform-rules.ts';

/** How messages name the source. */
export const label = 'Google Sheets';

export const platform = {
  id: 'google',
  name: 'Google',
  tableOptions: '--spreadsheet SPREADSHEET --sheet SHEET',
  apiOrigin: ({ googleApiUrl }, path) =>
    googleApiUrl ||
    (path.startsWith('/v4/') ? 'https://sheets.googleapis.com' : 'https://www.googleapis.com'),
  headers: {},
  rateLimits: ({ googleClientId }, identity, scope) =>
    scope === 'drive'
      ? []
      : [
          { key: `google user ${identity} ${scope}`, calls: 60, perMs: rateLimitMinute },
          { key: `google project ${googleClientId} ${scope}`, calls: 300, perMs: rateLimitMinute },
        ],
  refusal,
  identity: {
    path: '/drive/v3/about?fields=user',
    scope: 'drive',
    read: (json) => {
      const { user } = userShape.parse(json);
      return user.emailAddress ?? user.displayName;
    },
  },
  oauth: {
    authorizeUrl: ({ googleOauthUrl }) =>
      `${googleOauthUrl || 'https://accounts.google.com'}/o/oauth2/v2/auth`,
    tokenUrl: ({ googleOauthUrl }) => `${googleOauthUrl || 'https://oauth2.googleapis.com'}/token`,
    revokeUrl: ({ googleOauthUrl }) => `${googleOauthUrl || 'https://oauth2.googleapis.com'}/revoke`,
    client: ({ googleClientId: id, googleClientSecret: secret }) => ({ id, secret }),
    clientAuthentication: 'body',
    scopes: ['https://www.googleapis.com/auth/spreadsheets', 'https://www.googleapis.com/auth/drive.file'],
    // Google gives a refresh token only with both.
    authorizeParameters: { access_type: 'offline', prompt: 'consent' },
  },
} as const satisfies Platform;

const rateLimitReasons = new Set(['userRateLimitExceeded', 'rateLimitExceeded']);

const userShape = z.object({
  user: z.object({ displayName: z.string(), emailAddress: z.string().optional() }),
});

function refusal(status: number, body: unknown): Refusal {
  const { status: word, message, reason } = refusalShape.parse(body);
  const code = reason || word;
  if (status === 403 && reason === 'dailyLimitExceeded') return { kind: 'quota', code, message };
  if (status === 429 || (status === 403 && rateLimitReasons.has(reason))) {
    return { kind: 'limit', code: word || code || 'RESOURCE_EXHAUSTED', message };
  }
  return { kind: kindOfStatus(status), code, message };
}

const refusalShape = z
  .object({
    error: z.object({
      status: refusalText,
      message: refusalText,
      errors: z.array(z.object({ reason: refusalText })).catch([]),
      details: z.array(z.object({ reason: refusalText })).catch([]),
    }),
  })
  .transform(({ error: { status, message, errors, details } }) => {
    const reason = details.find((detail) => detail.reason)?.reason ?? errors[0]?.reason ?? '';
    return { status, message, reason };
  })
  .catch({ status: '', message: '', reason: '' });
