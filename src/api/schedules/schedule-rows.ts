/** Scheduled jobs, their runs and history. */
import { z } from 'zod';
import { exactLine, typedLine } from '../../base/typed-text.ts';
import { repair, stateShape } from '../endpoints/state-rows.ts';
import { exportParameters, id, idParams, moment, page, type Routes } from '../route.ts';

const cadence = z.enum(['daily', 'weekly', 'monthly']);
const weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);

const timing = z.object({
  cadence,
  /** `HH:MM`. */
  at: z.string(),
  /** IANA. */
  zone: z.string(),
  /** Null unless weekly. */
  weekday: weekday.nullable(),
  /** 31 is the last day of any month; null unless monthly. */
  day: z.number().nullable(),
});

const writtenTiming = z.object({
  cadence,
  at: typedLine(10),
  zone: typedLine(100),
  weekday: weekday.nullable(),
  day: z.number().int().nullable(),
});

/** Why a run failed; all null unless it did. */
const explained = {
  /** In our words. */
  reason: z.string().nullable(),
  /** `error` and `data` of contract 7.1. */
  details: z.string().nullable(),
  /** The page that explains it. */
  help: z.string().nullable(),
  repair,
};

const lastRun = z.object({
  dueAt: moment,
  endedAt: moment.nullable(),
  result: z.enum(['succeeded', 'failed']),
  ...explained,
});

const scheduleRow = z.object({
  id,
  name: z.string(),
  endpointId: id,
  endpointName: z.string(),
  /** What its requests get now, and so the runs. */
  endpoint: z.object(stateShape),
  timing,
  state: z.enum(['active', 'paused']),
  nextRunAt: moment.nullable(),
  /** The newest that has ended. */
  lastRun: lastRun.nullable(),
  /** One waits or is under way. */
  isRunning: z.boolean(),
});

const scheduleDetails = z.object({
  id,
  name: z.string(),
  endpointId: id,
  endpointName: z.string(),
  /** What its requests get now, and so the runs. */
  endpoint: z.object(stateShape),
  timing,
  parameters: z.record(z.string(), z.string()),
  /** The view that it exports; null: none. `name` is null if it has none, `isGone`: it was deleted. */
  view: z
    .object({ id: z.string(), name: z.string().nullable(), hint: z.string(), isGone: z.boolean() })
    .nullable(),
  webhook: z.string().nullable(),
  state: z.enum(['active', 'paused']),
  /** The next three; none while it is paused. */
  nextRuns: z.array(moment),
  createdAt: moment,
});

const wantedSchedule = z.object({
  endpointId: exactLine(50),
  name: typedLine(200),
  timing: writtenTiming,
  parameters: exportParameters,
  /** The id of a view of the endpoint, whose parameters are laid over these; null or absent: none. */
  view: exactLine(64).nullable().optional(),
  webhook: typedLine(4_000).nullable(),
});

const run = z.object({
  id,
  dueAt: moment,
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
  state: z.enum(['waiting', 'running', 'succeeded', 'failed']),
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
  ...explained,
  credits: z.number(),
});

const secret = z.object({ secret: z.string() });

export const scheduleRows = {
  'GET /api/schedules': {
    caller: 'signed in',
    query: z.object({ page }),
    answer: z.object({ schedules: z.array(scheduleRow), total: z.number(), pageSize: z.number() }),
  },
  'POST /api/schedules': { caller: 'signed in', body: wantedSchedule, answer: scheduleDetails },
  /** What can be chosen in a schedule. */
  'GET /api/schedules/choices': {
    caller: 'signed in',
    answer: z.object({
      /** Why the account cannot have schedules; null if it can. */
      planRefusal: z.string().nullable(),
      /** Whether exports can be saved to Google Drive and sheets. */
      hasGoogle: z.boolean(),
      parameters: z.array(z.object({ name: z.string(), meaning: z.string(), values: z.array(z.string()) })),
    }),
  },
  /** Stores nothing. */
  'POST /api/schedules/next-runs': {
    caller: 'signed in',
    body: writtenTiming,
    answer: z.object({ runs: z.array(moment) }),
  },
  'GET /api/schedules/:id': { caller: 'signed in', params: idParams, answer: scheduleDetails },
  'PATCH /api/schedules/:id': {
    caller: 'signed in',
    params: idParams,
    body: wantedSchedule.partial(),
    answer: scheduleDetails,
  },
  'DELETE /api/schedules/:id': {
    caller: 'signed in',
    whenBlocked: 'allowed',
    params: idParams,
    answer: z.object({ id }),
  },
  'POST /api/schedules/:id/pause': { caller: 'signed in', params: idParams, answer: scheduleDetails },
  'POST /api/schedules/:id/resume': { caller: 'signed in', params: idParams, answer: scheduleDetails },
  /** It waits for the next service that looks for runs, which takes about a second. */
  'POST /api/schedules/:id/run': { caller: 'signed in', params: idParams, answer: z.object({ id }) },
  'GET /api/schedules/:id/runs': {
    caller: 'signed in',
    params: idParams,
    query: z.object({ page }),
    answer: z.object({ runs: z.array(run), total: z.number(), pageSize: z.number() }),
  },
  /** The secret that signs what is posted to webhooks; made when it is first asked for. */
  'POST /api/webhook-secret': { caller: 'signed in', answer: secret },
  'POST /api/webhook-secret/renew': { caller: 'signed in', answer: secret },
} as const satisfies Routes;
