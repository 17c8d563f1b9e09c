/** Previews: at most ten rows in any format, for no credit (4.2). */
import { z } from 'zod';
import { idParams, type Routes } from './route.ts';

export const preview = z.object({
  filename: z.string(),
  contentType: z.string(),
  body: z.string(),
  /** The body was longer than a preview shows. */
  isCut: z.boolean(),
  ignored: z.array(z.string()),
});

export const previewRows = {
  'POST /api/endpoints/:id/preview': {
    caller: 'signed in',
    params: idParams,
    body: z.object({ parameters: z.record(z.string().max(50), z.string().max(20_000)) }),
    answer: preview,
  },
} as const satisfies Routes;
