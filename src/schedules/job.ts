/**
 * A scheduled job and a run of it, as they are kept: name, endpoint, parameters, webhook, schedule; due time, start,
 * end and result.
 */
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { JobRow, JobRunRow } from '../storage/database/schema.ts';
import { cadences, type Schedule } from './cadence.ts';
import { zoneClock } from './zone-clock.ts';

export interface Job {
  readonly id: string;
  readonly accountId: string;
  readonly endpointId: string;
  readonly name: string;
  /** Of contract 4.6, by their names. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The view (its proxy, by digest) whose parameters are laid over these; null: none. */
  readonly view: string | null;
  /** Null without a webhook. */
  readonly webhookUrl: string | null;
  readonly schedule: Schedule;
  /** Null while it is paused. */
  readonly nextRunAt: number | null;
  readonly createdAt: number;
  /** Incremented by every change. */
  readonly revision: number;
  /** What of it cannot be read and has a usual value here; such a job is shown and can be changed, but never run. */
  readonly unreadable?: string;
}

export interface JobRun {
  readonly id: string;
  readonly jobId: string;
  readonly dueAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly state: RunState;
  /** Null until it has ended. */
  readonly result: 'succeeded' | 'failed' | null;
  /** `error` and `data` of contract 7.1. */
  readonly error: string | null;
  readonly data: string | null;
  readonly rows: number | null;
  readonly bytes: number | null;
}

const runStates = ['waiting', 'running', 'succeeded', 'failed'] as const;
type RunState = (typeof runStates)[number];

const runState = z.enum(runStates);

const kept = {
  parameters: z.string().transform(jsonValue).pipe(z.record(z.string(), z.string())),
  cadence: z.enum(cadences),
  time_of_day: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
  zone: z.string().refine(isZone),
  weekday: z.int().min(1).max(7).nullable(),
  day: z.int().min(1).max(31).nullable(),
};
const whole = z.object(kept);
const readable = z.object({
  parameters: kept.parameters.catch({}),
  cadence: kept.cadence.catch('daily'),
  time_of_day: kept.time_of_day.catch('00:00'),
  zone: kept.zone.catch('UTC'),
  weekday: kept.weekday.catch(null),
  day: kept.day.catch(null),
});
const partNames: Readonly<Record<string, string>> = { time_of_day: 'time of day', zone: 'time zone' };

/** Whatever is in the row: one that nobody can read must not hide the others. */
export function toJob(row: Selectable<JobRow>): Job {
  const read = whole.safeParse(row);
  const parts = read.success ? read.data : readable.parse(row);
  return {
    id: row.id,
    accountId: row.account_id,
    endpointId: row.endpoint_id,
    name: row.name,
    parameters: parts.parameters,
    view: row.proxy_digest,
    webhookUrl: row.webhook_url,
    schedule: {
      cadence: parts.cadence,
      at: parts.time_of_day,
      zone: parts.zone,
      weekday: parts.weekday,
      day: parts.day,
    },
    nextRunAt: row.next_run_at,
    createdAt: row.created_at,
    revision: row.revision,
    ...(!read.success && { unreadable: unreadableParts(read.error) }),
  };
}

/** Undefined when nobody can read it. */
export function keptSchedule(row: object): Schedule | undefined {
  const read = whole.safeParse(row);
  if (!read.success) return undefined;
  const { cadence, time_of_day: at, zone, weekday, day } = read.data;
  return { cadence, at, zone, weekday, day };
}

function unreadableParts({ issues }: z.ZodError): string {
  const parts = issues.map(({ path: [part] }) => partNames[String(part)] ?? String(part));
  return [...new Set(parts)].join(', ');
}

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isZone(zone: string): boolean {
  try {
    zoneClock(zone);
    return true;
  } catch {
    return false;
  }
}

export function toRun(row: Selectable<JobRunRow>): JobRun {
  return {
    id: row.id,
    jobId: row.job_id,
    dueAt: row.due_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    state: runState.catch(row.ended_at === null ? 'waiting' : 'failed').parse(row.state),
    result: row.state === 'succeeded' || row.state === 'failed' ? row.state : null,
    error: row.error,
    data: row.data,
    rows: row.rows,
    bytes: row.bytes,
  };
}
