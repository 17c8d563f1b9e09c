/** What the finder of the dashboard finds by a part of its name. */
import { z } from 'zod';
import { id, type Routes, search } from '../route.ts';

const found = z.array(z.object({ id, name: z.string() }));

export const findRows = {
  /** A few of each kind. */
  'GET /api/find': {
    caller: 'signed in',
    query: z.object({ text: search }),
    answer: z.object({
      endpoints: found,
      views: z.array(z.object({ id: z.string(), endpointId: id, name: z.string() })),
      schedules: found,
      connections: found,
    }),
  },
} as const satisfies Routes;
