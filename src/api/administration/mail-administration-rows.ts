/** The outbox, for administrators. */
import { z } from 'zod';
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

export const mailAdministrationRows = {
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
} as const satisfies Routes;
