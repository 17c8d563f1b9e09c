/**
 * The internal interface between the dashboard and the service, one row for each route: who may call it, what it
 * takes and what it answers. The only file of `src/` that `dashboard/` imports, and only its types. Errors have the
 * shape of section 7 on every route.
 */
import { z } from 'zod';

/** `signed in`: with a session. `administrator`: with that of one. `anybody`: without. */
export type Caller = 'anybody' | 'signed in' | 'administrator';

interface Route {
  readonly caller: Caller;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly answer: z.ZodObject;
}

const moment = z.iso.datetime();
const id = z.string().regex(/^[0-9A-Za-z]{22}$/);
const page = z.coerce.number().int().min(1).max(100_000).default(1);

export const planName = z.enum(['trial', 'lite', 'standard', 'pro', 'custom']);

export const account = z.object({
  id,
  email: z.string(),
  plan: planName,
  planLabel: z.string(),
  /** Null: without limit. */
  credits: z.number().nullable(),
  allocation: z.number().nullable(),
  cycleEnds: moment.nullable(),
  state: z.string(),
  isAdministrator: z.boolean(),
  hasPassword: z.boolean(),
});

export const endpointRow = z.object({
  id,
  name: z.string(),
  url: z.string(),
  type: z.string(),
  source: z.string(),
  isProtected: z.boolean(),
  createdAt: moment,
  lastHitAt: moment.nullable(),
  hitsThisCycle: z.number(),
});

const endpointParams = z.object({ id });

export const endpointDetails = z.object({
  id,
  name: z.string(),
  url: z.string(),
  type: z.string(),
  source: z.string(),
  /** Null: all. */
  fields: z.array(z.string()).nullable(),
  isProtected: z.boolean(),
  customParameters: z.array(z.string()),
  allowedSpreadsheets: z.array(z.string()),
  connectionId: id.nullable(),
  createdAt: moment,
});

const nameText = z.string().trim().min(1, 'Enter a name.').max(200, 'At most 200 characters.');

const endpointChanges = z.object({
  name: nameText.optional(),
  type: z.string().optional(),
  fields: z.array(z.string()).min(1, 'Choose at least one field.').nullable().optional(),
  /** Null removes it. */
  token: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'Use letters, digits and signs without spaces.')
    .nullable()
    .optional(),
  customParameters: z.array(z.enum(['all_fields'])).optional(),
  allowedSpreadsheets: z.array(z.string().max(200)).max(100).optional(),
});

export const contract = {
  'GET /api/service': {
    caller: 'anybody',
    answer: z.object({
      version: z.string(),
      signUp: z.enum(['closed', 'invite', 'open']),
      hasMail: z.boolean(),
      hasGoogle: z.boolean(),
      baseUrl: z.string(),
    }),
  },
  'GET /api/account': { caller: 'signed in', answer: account },
  'GET /api/endpoints': {
    caller: 'signed in',
    query: z.object({
      search: z.string().max(200).default(''),
      sort: z.enum(['name', 'created', 'last hit']).default('created'),
      page,
    }),
    answer: z.object({ endpoints: z.array(endpointRow), total: z.number(), pageSize: z.number() }),
  },
  /** Publishes a file that was uploaded to `POST /api/uploads`. */
  'POST /api/endpoints': {
    caller: 'signed in',
    body: z.object({
      upload: id,
      name: nameText,
      type: z.string(),
      fields: z.array(z.string()).min(1, 'Choose at least one field.').nullable(),
    }),
    answer: endpointDetails,
  },
  'PUT /api/endpoints/:id/file': {
    caller: 'signed in',
    params: endpointParams,
    body: z.object({ upload: id }),
    answer: z.object({ lostFields: z.array(z.string()) }),
  },
  'GET /api/endpoints/:id': { caller: 'signed in', params: endpointParams, answer: endpointDetails },
  'PATCH /api/endpoints/:id': {
    caller: 'signed in',
    params: endpointParams,
    body: endpointChanges,
    answer: endpointDetails,
  },
  'DELETE /api/endpoints/:id': { caller: 'signed in', params: endpointParams, answer: z.object({ id }) },
  /** At most ten rows in any format, for no credit (4.2). */
  'POST /api/endpoints/:id/preview': {
    caller: 'signed in',
    params: endpointParams,
    body: z.object({ parameters: z.record(z.string().max(50), z.string().max(20_000)) }),
    answer: z.object({
      filename: z.string(),
      contentType: z.string(),
      body: z.string(),
      /** The body was longer than a preview shows. */
      isCut: z.boolean(),
      ignored: z.array(z.string()),
    }),
  },
} as const satisfies Record<`${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /api/${string}`, Route>;

export type Contract = typeof contract;
export type RouteName = keyof Contract;

export const routeNames = Object.keys(contract).filter((name): name is RouteName => name in contract);
