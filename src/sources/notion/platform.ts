/**
 * Notion as a platform (contract 7.4 and 8.4): the version of its API, one rate limit for all calls of an integration,
 * and what its refusals mean. It is connected by a token alone.
 */
import { z } from 'zod';
import type { Platform, Refusal } from '../../platform/platform.ts';
import { kindOfStatus, rateLimitSecond, refusalText } from '../platform-rules.ts';

/** How messages name the source. */
export const label = 'Notion';

export const platform = {
  id: 'notion',
  name: 'Notion',
  tableOptions: '--database DATABASE',
  apiOrigin: ({ notionApiUrl }) => notionApiUrl,
  headers: { 'notion-version': '2025-09-03' },
  rateLimits: (_config, identity) => [{ key: `notion ${identity}`, calls: 3, perMs: rateLimitSecond }],
  refusal,
  identity: {
    path: '/v1/users/me',
    scope: '',
    read: (json) => {
      const { id, name, bot } = botShape.parse(json);
      return [name, bot?.workspace_name].filter(Boolean).join(' in ') || id;
    },
  },
  token: {
    steps: [
      'Make an internal integration at Notion, with the capability Read content.',
      'Open the database in Notion, and add the integration in its menu under Connections.',
      'Copy the secret of the integration.',
    ],
    address: 'https://www.notion.so/profile/integrations',
  },
} as const satisfies Platform;

const botShape = z.object({
  id: z.string(),
  name: z.string().nullish(),
  bot: z.object({ workspace_name: z.string().nullish() }).optional(),
});

function refusal(status: number, body: unknown): Refusal {
  const { code, message } = refusalShape.parse(body);
  if (status === 429 || status === 529) {
    return { kind: 'limit', code: code || 'rate_limited', message, closedForSeconds: 10 };
  }
  // A 403 without a code of Notion's own comes from a proxy in front of it.
  const isTransient = code === 'conflict_error' || (status === 403 && code === '');
  return { kind: isTransient ? 'transient' : kindOfStatus(status), code, message };
}

const refusalShape = z.object({ code: refusalText, message: refusalText }).catch({ code: '', message: '' });
