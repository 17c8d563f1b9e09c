/**
 * The platforms as a table (1.3, sections 5 and 8): where they are reached, how they are asked, how a connection
 * to them is made, how many calls they take and what their refusals mean.
 */
import type { Config } from '../config.ts';
import { type Refusal, refusalOfAirtable, refusalOfGoogle, refusalOfNotion } from './platform-refusals.ts';
import type { RateLimit } from './rate-limit-store.ts';

export interface Platform {
  /** How messages name it. */
  readonly name: string;
  /** The origin that a path is asked of. */
  apiOrigin(config: Config, path: string): string;
  /** On every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** What a call counts against, the narrowest last; `identity` tells credentials apart. */
  rateLimits(config: Config, identity: string, scope: string): readonly RateLimit[];
  refusal(status: number, body: unknown): Refusal;
  /** Absent where the platform is connected by a token alone. */
  readonly oauth?: OAuthAddresses;
}

export interface OAuthAddresses {
  authorizeUrl(config: Config): string;
  tokenUrl(config: Config): string;
  client(config: Config): { readonly id: string; readonly secret: string };
  /** How the client names itself to the token address, when it has a secret. */
  readonly clientAuthentication: 'basic' | 'body';
  readonly scopes: readonly string[];
  /** Besides those of OAuth itself. */
  readonly authorizeParameters: Readonly<Record<string, string>>;
}

/** A little longer than the platform's own, as clocks and timers are not exact. */
const second = 1_010;
const minute = 60_100;

export const platforms = {
  airtable: {
    name: 'Airtable',
    apiOrigin: ({ airtableApiUrl }) => airtableApiUrl,
    headers: {},
    rateLimits: (_config, identity, base) => [
      { key: `airtable user ${identity}`, calls: 50, perMs: second },
      ...(base === '' ? [] : [{ key: `airtable base ${base}`, calls: 5, perMs: second }]),
    ],
    refusal: refusalOfAirtable,
    oauth: {
      authorizeUrl: ({ airtableOauthUrl }) => `${airtableOauthUrl}/oauth2/v1/authorize`,
      tokenUrl: ({ airtableOauthUrl }) => `${airtableOauthUrl}/oauth2/v1/token`,
      client: ({ airtableClientId, airtableClientSecret }) => ({
        id: airtableClientId,
        secret: airtableClientSecret,
      }),
      clientAuthentication: 'basic',
      scopes: ['data.records:read', 'schema.bases:read'],
      authorizeParameters: {},
    },
  },
  notion: {
    name: 'Notion',
    apiOrigin: ({ notionApiUrl }) => notionApiUrl,
    headers: { 'notion-version': '2025-09-03' },
    rateLimits: (_config, identity) => [{ key: `notion ${identity}`, calls: 3, perMs: second }],
    refusal: refusalOfNotion,
  },
  google: {
    name: 'Google',
    apiOrigin: ({ googleApiUrl }, path) =>
      googleApiUrl ||
      (path.startsWith('/v4/') ? 'https://sheets.googleapis.com' : 'https://www.googleapis.com'),
    headers: {},
    rateLimits: ({ googleClientId }, identity, scope) =>
      scope === 'drive'
        ? []
        : [
            { key: `google project ${googleClientId} ${scope}`, calls: 300, perMs: minute },
            { key: `google user ${identity} ${scope}`, calls: 60, perMs: minute },
          ],
    refusal: refusalOfGoogle,
    oauth: {
      authorizeUrl: ({ googleOauthUrl }) =>
        `${googleOauthUrl || 'https://accounts.google.com'}/o/oauth2/v2/auth`,
      tokenUrl: ({ googleOauthUrl }) => `${googleOauthUrl || 'https://oauth2.googleapis.com'}/token`,
      client: ({ googleClientId, googleClientSecret }) => ({
        id: googleClientId,
        secret: googleClientSecret,
      }),
      clientAuthentication: 'body',
      scopes: ['https://www.googleapis.com/auth/spreadsheets', 'https://www.googleapis.com/auth/drive.file'],
      // Only with both does Google give a refresh token.
      authorizeParameters: { access_type: 'offline', prompt: 'consent' },
    },
  },
} as const satisfies Record<string, Platform>;

export type PlatformName = keyof typeof platforms;

export function isPlatformName(name: string): name is PlatformName {
  return Object.hasOwn(platforms, name);
}

/** Seen as one of them, with what only some of them have. */
export function platformOf(name: PlatformName): Platform {
  return platforms[name];
}
