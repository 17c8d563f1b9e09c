/**
 * A scheduled job and a run of it, as they are kept: name, endpoint, parameters, webhook, schedule; due time, start,
 * end and result (sections 1 and 2).
 */
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { JobRow, JobRunRow } from '../storage/schema.ts';
import { cadences, type Schedule } from './cadence.ts';

export interface Job {
  readonly id: string;
  readonly accountId: string;
  readonly endpointId: string;
  readonly name: string;
  /** Of 4.6, by their names. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Null without a webhook. */
  readonly webhookUrl: string | null;
  readonly schedule: Schedule;
  /** Null while it is paused. */
  readonly nextRunAt: number | null;
  readonly createdAt: number;
  /** Incremented by every change. */
  readonly revision: number;
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
  /** The text of section 7, and what `data` says there. */
  readonly error: string | null;
  readonly data: string | null;
  readonly rows: number | null;
  readonly bytes: number | null;
}

export const runStates = ['waiting', 'running', 'succeeded', 'failed'] as const;
export type RunState = (typeof runStates)[number];

const parameterMap = z.record(z.string(), z.string());
const cadence = z.enum(cadences);
const runState = z.enum(runStates);

export function toJob(row: Selectable<JobRow>): Job {
  return {
    id: row.id,
    accountId: row.account_id,
    endpointId: row.endpoint_id,
    name: row.name,
    parameters: parameterMap.parse(JSON.parse(row.parameters)),
    webhookUrl: row.webhook_url,
    schedule: {
      cadence: cadence.parse(row.cadence),
      at: row.time_of_day,
      zone: row.zone,
      weekday: row.weekday,
      day: row.day,
    },
    nextRunAt: row.next_run_at,
    createdAt: row.created_at,
    revision: row.revision,
  };
}

export function toRun(row: Selectable<JobRunRow>): JobRun {
  return {
    id: row.id,
    jobId: row.job_id,
    dueAt: row.due_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    state: runState.parse(row.state),
    result: row.state === 'succeeded' || row.state === 'failed' ? row.state : null,
    error: row.error,
    data: row.data,
    rows: row.rows,
    bytes: row.bytes,
  };
}
