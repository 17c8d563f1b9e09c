/** Files that were uploaded to `POST /api/uploads` and are not published yet: how they were read, corrected, previewed. */
import { z } from 'zod';
import { preview } from '../previews/preview-rows.ts';
import {
  chosenFields,
  columnName,
  formatName,
  id,
  idParams,
  maxColumnsBytes,
  type Routes,
} from '../route.ts';

/** What the owner says of columns, each by its name in the file; without anything else: as found. */
export const columnCorrections = z
  .array(
    z.object({
      column: columnName,
      name: columnName
        .min(1)
        .refine((name) => name.trim() !== '', 'Give the column a name.')
        .exactOptional(),
      type: z.enum(['string', 'integer', 'number', 'boolean', 'date', 'datetime']).exactOptional(),
      form: z
        .enum(['decimal point', 'decimal comma', 'year first', 'day first', 'month first', 'words'])
        .exactOptional(),
    }),
  )
  .max(10_000, 'At most 10,000 columns.')
  .refine(
    (all) => new Set(all.map(({ column }) => column)).size === all.length,
    'Say something of a column once.',
  );

export const skippedLines = z.coerce.number().int().min(0).max(1_000, 'Skip at most 1,000 lines.');

const fix = z.object({
  label: z.string(),
  choices: z.object({
    decimal: z.enum(['comma', 'point']).exactOptional(),
    hasHeader: z.boolean().exactOptional(),
    skipLines: z.number().exactOptional(),
    columns: columnCorrections.exactOptional(),
  }),
});

export const uploadedFile = z.object({
  upload: id,
  fileName: z.string(),
  bytes: z.number(),
  rows: z.number(),
  delimiter: z.string(),
  encoding: z.string(),
  decimal: z.enum(['comma', 'point']),
  hasHeader: z.boolean(),
  skippedLines: z.number(),
  columns: z.array(
    z.object({
      name: z.string(),
      /** Its name in the file. */
      column: z.string(),
      type: z.string(),
      decimal: z.literal('comma').exactOptional(),
    }),
  ),
  /** What was done by itself or is in doubt, each with what can be chosen instead. */
  warnings: z.array(z.object({ text: z.string(), fixes: z.array(fix) })),
  /** What the owner has said of it; null: found by itself. */
  overrides: z.object({
    decimal: z.enum(['comma', 'point']).nullable(),
    hasHeader: z.boolean().nullable(),
    skipLines: z.number().nullable(),
    columns: columnCorrections,
  }),
});

const correction = z.object({
  decimal: z.enum(['comma', 'point']).nullable(),
  columns: columnCorrections,
});

export const uploadRows = {
  'GET /api/upload-limits': { caller: 'signed in', answer: z.object({ maxBytes: z.number() }) },
  'GET /api/uploads/:id': { caller: 'signed in', params: idParams, answer: uploadedFile },
  /** Reads it once more; what is answered takes its place. */
  'POST /api/uploads/:id/corrections': {
    caller: 'signed in',
    params: idParams,
    maxBodyBytes: maxColumnsBytes,
    body: correction,
    answer: uploadedFile,
  },
  /** At most ten rows, in the format that the endpoint would have. */
  'POST /api/uploads/:id/preview': {
    caller: 'signed in',
    params: idParams,
    maxBodyBytes: maxColumnsBytes,
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
