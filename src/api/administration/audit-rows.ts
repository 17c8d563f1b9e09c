/** The audit log, for administrators. */
import { z } from 'zod';
import { auditActions } from '../../audit/audit-actions.ts';
import { moment, type Routes } from '../route.ts';

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

export const auditRows = {
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
} as const satisfies Routes;
