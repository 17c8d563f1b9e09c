/**
 * The routes of sign-in that there are below `/api/auth`, with what each takes and answers and how often it may be
 * asked. Whatever else the library has is not there: what is not there cannot be misused.
 */
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import type { Limit } from './attempts.ts';

export interface AuthRoute {
  /** Refused before the body is read. */
  readonly byClient: Limit;
  /** By the `email` in the body, or else by the session. */
  readonly byAccount?: Limit;
  /** A password is checked or set: few at once, and so many in all. */
  readonly hashes?: boolean;
  /** No answer comes sooner, so that its time tells nothing about an address. */
  readonly leastMs?: number;
  readonly query?: z.ZodType<Readonly<Record<string, string | undefined>>>;
  readonly body?: z.ZodType<object>;
  /** What is passed on of the library's answer; absent: only that it is done. */
  readonly answer?: z.ZodType;
  /** Has a proof of its own. */
  readonly isForEverySite?: boolean;
}

/** Of all clients, in one process. */
export const allPasswords: Limit = { most: 300, withinMs: 60_000 };
export const passwordsAtOnce = 30;

const aMinute = (most: number): Limit => ({ most, withinMs: 60_000 });
const anHour = (most: number): Limit => ({ most, withinMs: 60 * 60_000 });
/** Longer than a new account takes to be stored. */
const alikeMs = 700;

const text = (longest: number) =>
  z
    .string()
    .max(longest, `At most ${longest} characters.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'No control characters.');

const email = text(254);
const password = text(200);
const secret = text(2_000);

export function authRoutes(config: Config): Readonly<Record<`${'GET' | 'POST'} /${string}`, AuthRoute>> {
  const ownPage = pageOf(config);
  return {
    'GET /get-session': {
      byClient: aMinute(300),
      answer: z
        .object({
          user: z.object({ id: z.string(), email: z.string() }),
          session: z.object({ id: z.string(), expiresAt: z.string() }),
        })
        .nullable(),
    },
    'POST /sign-in/email': {
      byClient: aMinute(5),
      byAccount: aMinute(10),
      hashes: true,
      body: z.strictObject({ email, password }),
    },
    'POST /sign-in/social': {
      byClient: aMinute(20),
      body: z.strictObject({
        provider: z.literal('google'),
        callbackURL: ownPage,
        errorCallbackURL: ownPage,
        disableRedirect: z.literal(true),
      }),
      answer: z.object({ url: z.string() }),
    },
    'GET /callback/google': {
      byClient: aMinute(20),
      isForEverySite: true,
      // Google sends more; nothing else is looked at.
      query: z.object({
        code: secret.optional(),
        state: secret.optional(),
        error: text(200).optional(),
      }),
    },
    'POST /sign-out': { byClient: aMinute(60), body: z.strictObject({}) },
    'POST /sign-up/email': {
      byClient: aMinute(10),
      byAccount: anHour(10),
      hashes: true,
      leastMs: alikeMs,
      body: z
        .strictObject({ email, password, name: text(254).optional(), invitation: text(200).optional() })
        .transform((given) => ({ ...given, name: given.email })),
    },
    'POST /confirm-address': {
      byClient: aMinute(10),
      hashes: true,
      body: z.strictObject({ token: secret, password: password.optional() }),
      answer: z.object({ signedIn: z.boolean() }),
    },
    'POST /send-verification-email': {
      byClient: aMinute(3),
      byAccount: anHour(10),
      leastMs: alikeMs,
      body: z.strictObject({ email }),
    },
    'POST /change-password': {
      byClient: aMinute(5),
      byAccount: aMinute(5),
      hashes: true,
      body: z.strictObject({
        currentPassword: password,
        newPassword: password,
        revokeOtherSessions: z.boolean().default(true),
      }),
    },
    'POST /request-password-reset': {
      byClient: aMinute(3),
      byAccount: anHour(10),
      leastMs: alikeMs,
      body: z.strictObject({ email }),
    },
    'POST /reset-password': {
      byClient: aMinute(10),
      hashes: true,
      body: z.strictObject({ token: secret, newPassword: password }),
    },
    'POST /setup': {
      byClient: aMinute(20),
      body: z.strictObject({ key: text(200) }),
    },
  };
}

/** A page of the dashboard, given by its path and handed on with the origin of `BASE_URL`. */
function pageOf({ baseUrl }: Config) {
  const base = new URL(baseUrl);
  const dashboard = `${base.pathname.replace(/\/$/, '')}/app/`;
  return text(2_000).transform((path, { addIssue }) => {
    const page = /^\/(?![/\\])/.test(path) && URL.canParse(path, base) ? new URL(path, base) : undefined;
    if (page?.origin === base.origin && page.pathname.startsWith(dashboard)) return page.href;
    addIssue('Not a page of the dashboard.');
    return z.NEVER;
  });
}
