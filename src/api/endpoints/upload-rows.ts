/** Files that were uploaded to `POST /api/uploads` and are not published yet: what was understood, corrected, previewed. */
import { z } from 'zod';
import { preview } from '../previews/preview-rows.ts';
import { chosenFields, columnNames, formatName, id, idParams, type Routes } from '../route.ts';

export const uploadedFile = z.object({
  upload: id,
  fileName: z.string(),
  bytes: z.number(),
  rows: z.number(),
  delimiter: z.string(),
  encoding: z.string(),
  decimal: z.enum(['comma', 'point']),
  columns: z.array(
    z.object({ name: z.string(), type: z.string(), decimal: z.literal('comma').exactOptional() }),
  ),
  warnings: z.array(z.string()),
  /** What the owner has overrides of it; null: found by itself. */
  overrides: z.object({ decimal: z.enum(['comma', 'point']).nullable(), text: z.array(z.string()) }),
});

const correction = z.object({
  decimal: z.enum(['comma', 'point']).nullable(),
  /** Columns that stay text. */
  text: columnNames,
});

export const uploadRows = {
  'GET /api/upload-limits': { caller: 'signed in', answer: z.object({ maxBytes: z.number() }) },
  'GET /api/uploads/:id': { caller: 'signed in', params: idParams, answer: uploadedFile },
  /** Reads it once more; what is answered takes its place. */
  'POST /api/uploads/:id/corrections': {
    caller: 'signed in',
    params: idParams,
    body: correction,
    answer: uploadedFile,
  },
  /** At most ten rows, in the format that the endpoint would have. */
  'POST /api/uploads/:id/preview': {
    caller: 'signed in',
    params: idParams,
    body: z.object({
      type: formatName,
      fields: chosenFields,
    }),
    answer: preview,
  },
  'DELETE /api/uploads/:id': {
    caller: 'signed in',
    whenBlocked: 'allowed',
    params: idParams,
    answer: z.object({ id }),
  },
} as const satisfies Routes;
