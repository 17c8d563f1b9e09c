/** The outbox, the audit log and the service's own checks, for administrators. */
import { z } from 'zod';
import { auditActions } from '../../audit/audit-actions.ts';
import { id, idParams, moment, page, type Routes, search } from '../route.ts';

const mailState = z.enum(['waiting', 'sent', 'given up']);

const mail = z.object({
  id,
  recipient: z.string(),
  subject: z.string(),
  state: mailState,
  attempts: z.number(),
  lastError: z.string().nullable(),
  nextAttemptAt: moment.nullable(),
  createdAt: moment,
  sentAt: moment.nullable(),
});

export const auditAction = z.enum(auditActions);

const auditEntry = z.object({
  id: z.string(),
  at: moment,
  /** The e-mail address at that time, `command line` or `system`. */
  actor: z.string(),
  action: auditAction,
  /** Whose it is about; null: of no account. */
  account: z.string().nullable(),
  kind: z.string(),
  name: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** More than 1: done so often that it was only counted. */
  times: z.number(),
});

const check = z.object({
  name: z.string(),
  state: z.enum(['ok', 'warning', 'wrong']),
  /** What was found. */
  found: z.string(),
  /** What to do about it; null if nothing. */
  advice: z.string().nullable(),
});

export const administratorRows = {
  'GET /api/administrator/mails': {
    caller: 'administrator',
    query: z.object({
      search,
      state: z.enum(['all', ...mailState.options]).default('all'),
      page,
    }),
    answer: z.object({
      mails: z.array(mail),
      total: z.number(),
      pageSize: z.number(),
      /** A mail server is set up. */
      hasServer: z.boolean(),
    }),
  },
  'GET /api/administrator/mails/:id': {
    caller: 'administrator',
    params: idParams,
    /** Null: it holds a link with a secret, which is for the recipient alone. */
    answer: mail.extend({ text: z.string().nullable() }),
  },
  'POST /api/administrator/mails/:id/retry': { caller: 'administrator', params: idParams, answer: mail },
  /** The newest first. */
  'GET /api/administrator/audit': {
    caller: 'administrator',
    query: z.object({
      /** The whole address of who did it, or of whose account it is about. */
      account: z.string().trim().toLowerCase().max(254).default(''),
      action: auditAction.optional(),
      /** What the page before answered as `next`. */
      before: z
        .string()
        .regex(/^[0-9a-z]{9,40}$/)
        .optional(),
    }),
    answer: z.object({ entries: z.array(auditEntry), next: z.string().nullable() }),
  },
  'GET /api/administrator/system': {
    caller: 'administrator',
    answer: z.object({ checks: z.array(check) }),
  },
} as const satisfies Routes;
