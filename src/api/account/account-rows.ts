/** The service as a stranger sees it, and the own account: sign-in, sessions, API keys, its end. */
import { z } from 'zod';
import { exactLine } from '../../base/typed-text.ts';
import { auditAction } from '../administration/administrator-rows.ts';
import { email, id, idParams, moment, planName, type Routes } from '../route.ts';

const account = z.object({
  id,
  email: z.string(),
  plan: planName,
  planLabel: z.string(),
  /** Null: without limit. */
  credits: z.number().nullable(),
  allocation: z.number().nullable(),
  cycleEnds: moment.nullable(),
  /** When new credits come; null if none do. */
  renewsAt: moment.nullable(),
  /** When the plan ends, of one that was canceled or is not paid. */
  endsAt: moment.nullable(),
  state: z.string(),
  isAdministrator: z.boolean(),
  hasPassword: z.boolean(),
  /** Signs in with Google. */
  hasGoogle: z.boolean(),
  /** Made by the printed link, without an address of its own yet. */
  isLocal: z.boolean(),
});

const session = z.object({
  id,
  /** What the browser says of itself. */
  userAgent: z.string(),
  address: z.string(),
  createdAt: moment,
  lastSeenAt: moment,
  isCurrent: z.boolean(),
});

const newPassword = exactLine(200).min(8, 'At least 8 characters.');

const keyId = z.string().regex(/^[0-9a-f]{64}$/);
const apiKey = z.object({
  id: keyId,
  /** The first characters of the key. */
  hint: z.string(),
  createdAt: moment,
});

const activity = z.object({
  id: z.string(),
  at: moment,
  action: auditAction,
  /** An administrator and the command line are not named. */
  by: z.enum(['you', 'administrator', 'command line', 'system']),
  kind: z.string(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  times: z.number(),
});

const mailKind = z.enum(['failures', 'successes', 'problems', 'credits', 'product']);

const mailChoices = z.object({
  kinds: z.array(z.object({ kind: mailKind, label: z.string(), help: z.string(), isOn: z.boolean() })),
});

export const accountRows = {
  /** Which mails it wants; those that must arrive are not among them. */
  'GET /api/account/mails': { caller: 'signed in', answer: mailChoices },
  'PUT /api/account/mails': {
    caller: 'signed in',
    body: z.object({ kind: mailKind, isOn: z.boolean() }),
    answer: mailChoices,
  },
  'GET /api/service': {
    caller: 'anybody',
    answer: z.object({
      version: z.string(),
      /** False before set-up: nobody has a password or another way than the printed link. */
      canSignIn: z.boolean(),
      signUp: z.enum(['closed', 'invite', 'open']),
      hasMail: z.boolean(),
      hasGoogle: z.boolean(),
      baseUrl: z.string(),
    }),
  },
  'GET /api/account': { caller: 'signed in', answer: account },
  'DELETE /api/account': {
    caller: 'signed in',
    whenBlocked: 'allowed',
    /** Its address, to confirm. */
    body: z.object({ email }),
    /** Until when it can be brought back. */
    answer: z.object({ id, removeAt: moment }),
  },
  /** By the link that its owner was mailed. */
  'POST /api/account/restore': {
    caller: 'anybody',
    body: z.object({ token: exactLine(200) }),
    answer: z.object({ email: z.string() }),
  },
  /** Of an account that has none; a password that is there is changed by the library for sign-in. */
  'POST /api/account/password': {
    caller: 'signed in',
    body: z.object({ email, password: newPassword }),
    answer: account,
  },
  'GET /api/account/sessions': {
    caller: 'signed in',
    answer: z.object({ sessions: z.array(session) }),
  },
  /** All but the own. */
  'DELETE /api/account/sessions': {
    caller: 'signed in',
    whenBlocked: 'allowed',
    answer: z.object({ ended: z.number() }),
  },
  'DELETE /api/account/sessions/:id': {
    caller: 'signed in',
    whenBlocked: 'allowed',
    params: idParams,
    answer: z.object({ id }),
  },
  /** What was done to it and to what it has, the newest first; a few. */
  'GET /api/account/activity': {
    caller: 'signed in',
    answer: z.object({ entries: z.array(activity) }),
  },
  'GET /api/account/api-keys': {
    caller: 'signed in',
    answer: z.object({ apiKeys: z.array(apiKey) }),
  },
  /** The only answer that has the key itself. */
  'POST /api/account/api-keys': { caller: 'signed in', answer: z.object({ key: z.string() }) },
  'DELETE /api/account/api-keys/:id': {
    caller: 'signed in',
    whenBlocked: 'allowed',
    params: z.object({ id: keyId }),
    answer: z.object({ id: keyId }),
  },
} as const satisfies Routes;
