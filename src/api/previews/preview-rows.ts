/** Previews: at most ten rows in any format, for no credit, at most 256 kB; and what a preview can be asked for. */
import { z } from 'zod';
import { exportParameters, idParams, type Routes } from '../route.ts';

const column = z.object({
  name: z.string(),
  type: z.enum(['string', 'integer', 'number', 'boolean', 'date', 'datetime', 'json', 'any']),
});

export const preview = z.object({
  filename: z.string(),
  contentType: z.string(),
  body: z.string(),
  /** That of the scripts and styles of a page; empty for any other format. */
  nonce: z.string(),
  /** The same rows as texts, whatever the format is; null: missing. A cell that was cut ends in `…`. */
  columns: z.array(column),
  rows: z.array(z.array(z.string().nullable())),
  /** How many columns there are beside those shown. */
  moreColumns: z.number(),
  /** What rows and body lack, so that a preview is small: ends of cells, of the first ten rows, and of the columns. */
  leftOut: z.object({ cells: z.number(), rows: z.number(), columns: z.number() }),
  /** Names of parameters without effect. */
  ignored: z.array(z.string()),
  /** How long it took the service. */
  ms: z.number(),
});

const parameterName = z.enum([
  'type',
  'sql',
  'nest_json',
  'filename_timestamp',
  'extract_json_property',
  'all_fields',
  'show_wait_page',
  'save_to_gdrive',
  'save_to_gsheets',
  'email_me',
]);

const format = z.object({
  /** The value of `type`. */
  name: z.string(),
  label: z.string(),
  /** Under which heading a form offers it. */
  group: z.string(),
  contentType: z.string(),
  /** `nest_json` works on it. */
  isJson: z.boolean(),
});

export const previewRows = {
  'POST /api/endpoints/:id/preview': {
    caller: 'signed in',
    params: idParams,
    body: z.object({ parameters: exportParameters }),
    answer: preview,
  },
  /** The columns as a statement sees them; of a platform those that the endpoint remembers. */
  'GET /api/endpoints/:id/columns': {
    caller: 'signed in',
    params: idParams,
    query: z.object({ all_fields: z.enum(['true', 'false']).default('false') }),
    answer: z.object({ columns: z.array(column), total: z.number() }),
  },
  /** Every format and every parameter with its meaning, in Markdown. */
  'GET /api/parameters': {
    caller: 'signed in',
    answer: z.object({
      formats: z.array(format),
      /** With the values that a form suggests. */
      parameters: z.array(
        z.object({ name: parameterName, meaning: z.string(), values: z.array(z.string()) }),
      ),
      /** Words of SQL that a column may only be named by in quotes. */
      reservedWords: z.array(z.string()),
      isGoogleConnected: z.boolean(),
      /** In characters; the service refuses a longer address. */
      longestUrl: z.number(),
    }),
  },
} as const satisfies Routes;
