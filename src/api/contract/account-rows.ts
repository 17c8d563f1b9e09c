/** The service as a stranger sees it, and the own account. */
import { z } from 'zod';
import { id, moment, type Routes } from './route.ts';

const account = z.object({
  id,
  email: z.string(),
  plan: z.enum(['trial', 'lite', 'standard', 'pro', 'custom']),
  planLabel: z.string(),
  /** Null: without limit. */
  credits: z.number().nullable(),
  allocation: z.number().nullable(),
  cycleEnds: moment.nullable(),
  state: z.string(),
  isAdministrator: z.boolean(),
  hasPassword: z.boolean(),
});

export const accountRows = {
  'GET /api/service': {
    caller: 'anybody',
    answer: z.object({
      version: z.string(),
      signUp: z.enum(['closed', 'invite', 'open']),
      hasMail: z.boolean(),
      hasGoogle: z.boolean(),
      baseUrl: z.string(),
    }),
  },
  'GET /api/account': { caller: 'signed in', answer: account },
} as const satisfies Routes;
