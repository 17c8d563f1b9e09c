/** Previews: ten rows, or as many as are asked for up to a hundred, in any format, for no credit, at most 256 kB; and what a preview can be asked for. */
import { z } from 'zod';
import { exactLine } from '../../base/typed-text.ts';
import { columnProfile } from '../../table/profile/table-profile.ts';
import { columnName, exportParameters, idParams, type Routes } from '../route.ts';

/** Of a preview: it stays a sample. */
export const maxSampleRows = 100;

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
  /** What rows and body lack, so that a preview is small: ends of cells, of the rows asked for, and of the columns. */
  leftOut: z.object({ cells: z.number(), rows: z.number(), columns: z.number() }),
  /** How many rows there are in all; null: more than could be counted in a moment. */
  total: z.number().nullable(),
  /** The property of `extract_json_property`, if there are objects and none of them has it. */
  missingProperty: z.string().nullable(),
  /** Names of parameters without effect. */
  ignored: z.array(z.string()),
  /** How long it took the service. */
  ms: z.number(),
});

export const profile = columnProfile.extend({
  /** Of how many rows it is. */
  rows: z.number(),
  /** False: there are more. */
  isWhole: z.boolean(),
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
    body: z.object({
      parameters: exportParameters,
      rows: z.number().int().min(1).max(maxSampleRows).default(10),
    }),
    answer: preview,
  },
  /** The most frequent values of a column, as texts, to be suggested; for no credit. */
  'POST /api/endpoints/:id/values': {
    caller: 'signed in',
    params: idParams,
    body: z.object({
      column: columnName,
      /** Only values that contain it. */
      search: exactLine(200).default(''),
      parameters: exportParameters.default({}),
    }),
    answer: z.object({
      values: z.array(z.string()),
      /** There are others. */
      isMore: z.boolean(),
    }),
  },
  /** What is in a column; for no credit. */
  'POST /api/endpoints/:id/profile': {
    caller: 'signed in',
    params: idParams,
    body: z.object({ column: columnName, parameters: exportParameters.default({}) }),
    answer: profile,
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
