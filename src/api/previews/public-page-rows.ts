/** The public page of an endpoint whose owner has switched it on; without it, as if there were no endpoint. */
import { z } from 'zod';
import { columnName, idParams, moment, type Routes } from '../route.ts';
import { preview, profile } from './preview-rows.ts';

export const publicPageRows = {
  'GET /api/public/:id': {
    caller: 'anybody',
    params: idParams,
    answer: z.object({
      name: z.string(),
      description: z.string(),
      url: z.string(),
      type: z.string(),
      isProtected: z.boolean(),
      isPaused: z.boolean(),
      lastHitAt: moment.nullable(),
    }),
  },
  /** At most a minute old, for no credit; without rows if the endpoint has a token, refused while it is paused. */
  'GET /api/public/:id/sample': {
    caller: 'anybody',
    params: idParams,
    answer: preview.pick({ columns: true, rows: true, moreColumns: true, leftOut: true }),
  },
  /** What is in a column; as if there were none if the endpoint has a token. */
  'GET /api/public/:id/profile': {
    caller: 'anybody',
    params: idParams,
    query: z.object({ column: columnName }),
    answer: profile,
  },
} as const satisfies Routes;
