/** Tables, views and fields that can be chosen on a platform, and endpoints made of them. */
import { z } from 'zod';
import { nameText, typedLine } from '../../base/typed-text.ts';
import { choiceOption } from '../connections/connection-rows.ts';
import { preview } from '../previews/preview-rows.ts';
import {
  chosenFields,
  exportParameters,
  formatName,
  id,
  idParams,
  linkedRecordForm,
  maxColumnsBytes,
  type Routes,
  search,
} from '../route.ts';

const part = typedLine(2_000).optional();

/** By the parts of the platform (`GET /api/platforms`, steps): ids, names, or a pasted address. */
const choiceParts = {
  base: part,
  table: part,
  view: part,
  database: part,
  spreadsheet: part,
  sheet: part,
};

const linkedRecords = linkedRecordForm.default('names');

export const choiceRows = {
  /** What can be chosen for a part, given the parts before it; at most 100, those that match the search. */
  'GET /api/connections/:id/choices': {
    caller: 'signed in',
    whenBlocked: 'refused',
    params: idParams,
    query: z.object({
      part: z.enum(['base', 'table', 'view', 'database', 'spreadsheet', 'sheet']),
      search,
      ...choiceParts,
    }),
    answer: z.object({ options: z.array(choiceOption), hasMore: z.boolean() }),
  },
  /** The fields of a choice that is complete. */
  'GET /api/connections/:id/fields': {
    caller: 'signed in',
    whenBlocked: 'refused',
    params: idParams,
    query: z.object(choiceParts),
    answer: z.object({
      name: z.string(),
      fields: z.array(
        z.object({
          name: z.string(),
          /** In the platform's words; empty where it has no types. */
          type: z.string(),
          /** Whether it is exported when nothing else is chosen: a view may hide some. */
          isShown: z.boolean(),
        }),
      ),
    }),
  },
  'POST /api/connections/:id/endpoints': {
    caller: 'signed in',
    params: idParams,
    maxBodyBytes: maxColumnsBytes,
    body: z.object({
      choice: z.object(choiceParts),
      /** Null: those that the view shows, or all. */
      fields: chosenFields,
      /** Absent: named after the table. */
      name: nameText.optional(),
      type: formatName,
      linkedRecords,
    }),
    answer: z.object({ id, name: z.string(), url: z.string() }),
  },
  /** At most ten rows of what is no endpoint yet; `type` is one of the parameters. */
  'POST /api/connections/:id/preview': {
    caller: 'signed in',
    params: idParams,
    maxBodyBytes: maxColumnsBytes,
    body: z.object({
      choice: z.object(choiceParts),
      fields: chosenFields,
      parameters: exportParameters,
      linkedRecords,
    }),
    answer: preview,
  },
} as const satisfies Routes;
