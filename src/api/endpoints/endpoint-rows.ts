/** Endpoints: the list, one of them, its file, its preview. */
import { z } from 'zod';
import { nameText, tagText, typedLine, typedLines } from '../../base/typed-text.ts';
import {
  chosenFields,
  formatName,
  id,
  idParams,
  linkedRecordForm,
  maxColumnsBytes,
  moment,
  page,
  type Routes,
  search,
} from '../route.ts';
import { manyRows, tags } from './many-rows.ts';
import { stateShape } from './state-rows.ts';
import { uploadedFile, uploadRows } from './upload-rows.ts';

const endpointRow = z.object({
  id,
  name: z.string(),
  url: z.string(),
  type: z.string(),
  source: z.string(),
  /** What it reads there: the table, or the file that was uploaded. */
  table: z.string(),
  isProtected: z.boolean(),
  /** Also where the whole account is refused, so that `state` is another. */
  isPaused: z.boolean(),
  createdAt: moment,
  lastHitAt: moment.nullable(),
  hitsThisCycle: z.number(),
  ...stateShape,
  connectionId: id.nullable(),
  tags: z.array(z.string()),
});

const endpointDetails = z.object({
  id,
  name: z.string(),
  url: z.string(),
  type: z.string(),
  source: z.string(),
  /** As messages name it: “Airtable”. */
  sourceLabel: z.string(),
  description: z.string(),
  /** Null: all. */
  fields: z.array(z.string()).nullable(),
  isProtected: z.boolean(),
  customParameters: z.array(z.string()),
  allowedSpreadsheets: z.array(z.string()),
  /** How cells of linked records are shown; null: the source has none. */
  linkedRecords: linkedRecordForm.nullable(),
  /** Null if the source is not a platform. */
  connectionId: id.nullable(),
  ...stateShape,
  isPublic: z.boolean(),
  isPaused: z.boolean(),
  /** The address of the public page, if it is switched on. */
  publicUrl: z.string(),
  createdAt: moment,
  lastHitAt: moment.nullable(),
  hitsThisCycle: z.number(),
  tags: z.array(z.string()),
});

const endpointChanges = z.object({
  name: nameText.optional(),
  description: typedLines(2_000).optional(),
  type: formatName.optional(),
  fields: chosenFields.optional(),
  /** Null removes it. */
  token: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'Use letters, digits and signs without spaces.')
    .nullable()
    .optional(),
  customParameters: z.array(z.enum(['all_fields'])).optional(),
  /** Ids, or addresses of spreadsheets. */
  allowedSpreadsheets: z.array(typedLine(500)).max(100).optional(),
  isPublic: z.boolean().optional(),
  isPaused: z.boolean().optional(),
  /** These alone from now on. */
  tags: tags.optional(),
  linkedRecords: linkedRecordForm.optional(),
});

export const endpointRows = {
  ...uploadRows,
  ...manyRows,
  'GET /api/endpoints': {
    caller: 'signed in',
    query: z.object({
      search,
      source: typedLine(50).optional(),
      state: z.enum(['working', 'source changed', 'connection stopped', 'failing', 'paused']).optional(),
      tag: tagText.optional(),
      sort: z.enum(['name', 'source', 'format', 'state', 'created', 'last hit', 'hits']).default('created'),
      /** Without it as is usual for the column: words from a to z, times and numbers the largest first. */
      direction: z.enum(['asc', 'desc']).optional(),
      page,
    }),
    answer: z.object({ endpoints: z.array(endpointRow), total: z.number(), pageSize: z.number() }),
  },
  /** Publishes a file that was uploaded to `POST /api/uploads`. */
  'POST /api/endpoints': {
    caller: 'signed in',
    maxBodyBytes: maxColumnsBytes,
    body: z.object({ upload: id, name: nameText, type: formatName, fields: chosenFields }),
    answer: endpointDetails,
  },
  'PUT /api/endpoints/:id/file': {
    caller: 'signed in',
    params: idParams,
    body: z.object({ upload: id }),
    answer: z.object({ lostFields: z.array(z.string()) }),
  },
  /** Its file as one that can be corrected, and then put in its own place. */
  'POST /api/endpoints/:id/file/draft': { caller: 'signed in', params: idParams, answer: uploadedFile },
  'GET /api/endpoints/:id': { caller: 'signed in', params: idParams, answer: endpointDetails },
  'PATCH /api/endpoints/:id': {
    caller: 'signed in',
    params: idParams,
    maxBodyBytes: maxColumnsBytes,
    body: endpointChanges,
    answer: endpointDetails,
  },
  /** A strong token takes the place of any other; it is told once. */
  'POST /api/endpoints/:id/token': {
    caller: 'signed in',
    params: idParams,
    answer: z.object({ token: z.string() }),
  },
  /** What the source has now, whatever was chosen; types as the source names them. */
  'GET /api/endpoints/:id/fields': {
    caller: 'signed in',
    whenBlocked: 'refused',
    params: idParams,
    answer: z.object({ fields: z.array(z.object({ name: z.string(), type: z.string() })) }),
  },
  /** What stops when it is deleted. */
  'GET /api/endpoints/:id/uses': {
    caller: 'signed in',
    params: idParams,
    answer: z.object({
      proxies: z.number(),
      schedules: z.number(),
      scheduleNames: z.array(z.string()),
    }),
  },
  'DELETE /api/endpoints/:id': {
    caller: 'signed in',
    whenBlocked: 'allowed',
    params: idParams,
    answer: z.object({ id }),
  },
} as const satisfies Routes;
