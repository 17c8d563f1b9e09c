/** The service's own checks, for administrators. */
import { z } from 'zod';
import type { Routes } from '../route.ts';

const check = z.object({
  name: z.string(),
  state: z.enum(['ok', 'warning', 'wrong']),
  /** What was found. */
  found: z.string(),
  /** What to do about it; null if nothing. */
  advice: z.string().nullable(),
});

export const systemRows = {
  'GET /api/administrator/system': {
    caller: 'administrator',
    answer: z.object({ checks: z.array(check) }),
  },
} as const satisfies Routes;
