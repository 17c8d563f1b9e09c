/** Platforms and the connections to them: list, one of them, tokens, consents by OAuth (contract 5.5). */
import { z } from 'zod';
import { exactLine, typedLine } from '../../base/typed-text.ts';
import { stateShape } from '../endpoints/state-rows.ts';
import { id, idParams, moment, page, type Routes } from '../route.ts';

export const platformId = z.enum(['airtable', 'notion', 'google']);

/** Something that can be chosen on a platform, for the part of a choice that it stands for. */
export const choiceOption = z.object({
  /** What the choice takes. */
  value: z.string(),
  name: z.string(),
  /** What tells equal names apart: "named range", "hidden". */
  note: z.string().nullable(),
});

/** One part of a choice, in the order in which they are chosen: base, table, view. */
const choiceStep = z.object({
  part: z.enum(['base', 'table', 'view', 'database', 'spreadsheet', 'sheet']),
  label: z.string(),
  isOptional: z.boolean(),
  /** An address or id may be pasted instead of choosing from the list: what to paste. */
  paste: z.string().nullable(),
});

const platform = z.object({
  id: platformId,
  name: z.string(),
  /** Whether the operator has set up OAuth for it. */
  hasOauth: z.boolean(),
  /** How to get a token; null where it takes none. */
  token: z.object({ steps: z.array(z.string()), address: z.string() }).nullable(),
  steps: z.array(choiceStep),
});

const connection = z.object({
  id,
  platform: platformId,
  platformName: z.string(),
  /** Whose account it is at the platform; null when nobody knows. */
  account: z.string().nullable(),
  /** What its owner calls it; null for what the platform says. */
  name: z.string().nullable(),
  /** Its name, or platform and account. */
  title: z.string(),
  /** How many other connections have the same account. */
  twins: z.number(),
  /** `stopped`: the platform refuses it. `disconnected`: its owner ended it. */
  state: z.enum(['working', 'stopped', 'disconnected']),
  /** Why it stopped. */
  reason: z.string().nullable(),
  checkedAt: moment.nullable(),
  /** How many use it. */
  endpointCount: z.number(),
  createdAt: moment,
});

const usingEndpoint = z.object({ id, name: z.string(), url: z.string(), ...stateShape });

const token = typedLine(4_000).min(1, 'Enter the token.');

/** What a token gives: whose it is, what it sees, and what it lacks. */
const seenByToken = z.object({
  account: z.string().nullable(),
  /** What is seen: "Base". */
  label: z.string(),
  sees: z.array(choiceOption),
  hasMore: z.boolean(),
  /** Scopes or capabilities that it needs and does not have. */
  missing: z.array(z.string()),
});

export const connectionRows = {
  'GET /api/platforms': { caller: 'signed in', answer: z.object({ platforms: z.array(platform) }) },
  /** Those that stopped come first. */
  'GET /api/connections': {
    caller: 'signed in',
    query: z.object({ platform: platformId.optional(), page }),
    answer: z.object({ connections: z.array(connection), total: z.number(), pageSize: z.number() }),
  },
  /** By a token; nothing is stored when the platform refuses it. */
  'POST /api/connections': {
    caller: 'signed in',
    body: z.object({ platform: platformId, token }),
    answer: seenByToken.extend({ id }),
  },
  /** Stores nothing. */
  'POST /api/connections/check-token': {
    caller: 'signed in',
    body: z.object({ platform: platformId, token }),
    answer: seenByToken,
  },
  /** Begins a consent by OAuth, of a new connection or of one that is to work again. */
  'POST /api/connections/consents': {
    caller: 'signed in',
    body: z.object({ platform: platformId, connectionId: id.optional() }),
    answer: z.object({ id: z.string(), address: z.string() }),
  },
  'GET /api/connections/consents/:id': {
    caller: 'signed in',
    params: z.object({ id: exactLine(100) }),
    answer: z.object({
      state: z.enum(['pending', 'done', 'refused', 'over']),
      connectionId: id.nullable(),
      reason: z.string().nullable(),
    }),
  },
  'GET /api/connections/:id': {
    caller: 'signed in',
    params: idParams,
    query: z.object({ page }),
    answer: connection.extend({ endpoints: z.array(usingEndpoint), pageSize: z.number() }),
  },
  /** Without a name it is called by platform and account. */
  'PATCH /api/connections/:id': {
    caller: 'signed in',
    params: idParams,
    body: z.object({ name: typedLine(100) }),
    answer: z.object({ id, name: z.string().nullable() }),
  },
  /** Endpoints of the others with the same account use this one; the others are disconnected. */
  'POST /api/connections/:id/join': {
    caller: 'signed in',
    params: idParams,
    answer: z.object({ id, joined: z.number(), movedEndpoints: z.number() }),
  },
  /** Asks the platform whether it still works. */
  'POST /api/connections/:id/check': { caller: 'signed in', params: idParams, answer: connection },
  /** Another token for the same connection: its endpoints work again. */
  'PUT /api/connections/:id/token': {
    caller: 'signed in',
    params: idParams,
    body: z.object({ token }),
    answer: seenByToken.extend({ id }),
  },
  /** Forgets its credentials: its endpoints stop. */
  'DELETE /api/connections/:id': {
    caller: 'signed in',
    whenBlocked: 'allowed',
    params: idParams,
    answer: z.object({ id, stoppedEndpoints: z.number() }),
  },
} as const satisfies Routes;
