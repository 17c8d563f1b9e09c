/**
 * What a platform means when it refuses a call, out of all the shapes in which each of them says so. What is
 * the same everywhere is judged here (section 7: 423, 429, 500); the rest is left to whoever called.
 */
import { z } from 'zod';

export interface Refusal {
  /**
   * `credential`: expired or revoked. `limit`: too many calls, later it works. `quota`: waiting does not help.
   * `passing`: the platform failed, the same call may work. `other`: for the caller to judge.
   */
  readonly kind: 'credential' | 'limit' | 'quota' | 'transient' | 'other';
  /** The platform's own word for it. */
  readonly code: string;
  readonly message: string;
  /** How long a limit closes the door when the answer does not say. */
  readonly closedForSeconds?: number;
}

const someText = z.string().catch('');

const airtableBody = z
  .union([
    z.object({ error: z.object({ type: someText, message: someText }) }).transform(({ error }) => error),
    z.object({ error: z.string() }).transform(({ error }) => ({ type: error, message: '' })),
    z
      .object({ errors: z.tuple([z.object({ error: someText, message: someText })]).rest(z.unknown()) })
      .transform(({ errors: [{ error, message }] }) => ({ type: error, message })),
  ])
  .catch({ type: '', message: '' });

export function refusalOfAirtable(status: number, body: unknown): Refusal {
  const { type: code, message } = airtableBody.parse(body);
  if (status === 429) {
    const limited = { code: code || 'RATE_LIMIT_REACHED', message, closedForSeconds: 30 };
    return { kind: code.includes('BILLING') ? 'quota' : 'limit', ...limited };
  }
  return { kind: kindOfStatus(status), code, message };
}

const notionBody = z.object({ code: someText, message: someText }).catch({ code: '', message: '' });

export function refusalOfNotion(status: number, body: unknown): Refusal {
  const { code, message } = notionBody.parse(body);
  if (status === 429 || status === 529) {
    return { kind: 'limit', code: code || 'rate_limited', message, closedForSeconds: 10 };
  }
  // A refusal without a word of Notion's comes from what stands before it.
  if (code === 'conflict_error' || (status === 403 && code === ''))
    return { kind: 'transient', code, message };
  return { kind: kindOfStatus(status), code, message };
}

const googleBody = z
  .object({
    error: z.object({
      status: someText,
      message: someText,
      errors: z.array(z.object({ reason: someText })).catch([]),
      details: z.array(z.object({ reason: someText })).catch([]),
    }),
  })
  .transform(({ error: { status, message, errors, details } }) => {
    const reason = details.find((detail) => detail.reason)?.reason ?? errors[0]?.reason ?? '';
    return { status, message, reason };
  })
  .catch({ status: '', message: '', reason: '' });

const googleLimits = new Set(['userRateLimitExceeded', 'rateLimitExceeded']);

export function refusalOfGoogle(status: number, body: unknown): Refusal {
  const { status: word, message, reason } = googleBody.parse(body);
  const code = reason || word;
  if (status === 403 && reason === 'dailyLimitExceeded') return { kind: 'quota', code, message };
  if (status === 429 || (status === 403 && googleLimits.has(reason))) {
    return { kind: 'limit', code: word || code || 'RESOURCE_EXHAUSTED', message, closedForSeconds: 30 };
  }
  return { kind: kindOfStatus(status), code, message };
}

function kindOfStatus(status: number): Refusal['kind'] {
  if (status === 401) return 'credential';
  return status >= 500 || status === 408 ? 'transient' : 'other';
}
