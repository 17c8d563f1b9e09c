/** A scheduled job and a run of it, as the command line prints them. */
import { optionalMoment } from '../api/api.ts';
import { weekdays } from '../schedules/cadence.ts';
import type { Job, JobRun } from '../schedules/job.ts';
import type { CommandResult } from './command.ts';

/** `view`: name and hint of the one that it exports. */
export function describeJob(job: Job, lastRun: JobRun | undefined, view: string | undefined): CommandResult {
  const { cadence, at, zone, weekday, day } = job.schedule;
  return {
    id: job.id,
    name: job.name,
    endpoint: job.endpointId,
    cadence,
    at,
    zone,
    ...(weekday !== null && { weekday: weekdays[weekday - 1] }),
    ...(day !== null && { day }),
    parameters: job.parameters,
    ...(job.view !== null && { view: view ?? 'deleted' }),
    webhook: job.webhookUrl,
    state: job.nextRunAt === null ? 'paused' : 'active',
    nextRunAt: optionalMoment(job.nextRunAt),
    lastRun: lastRun ? describeLast(lastRun) : null,
  };
}

function describeLast({ dueAt, endedAt, result, error }: JobRun) {
  return { dueAt: optionalMoment(dueAt), endedAt: optionalMoment(endedAt), result, error };
}

export function describeRun(run: JobRun): CommandResult {
  return {
    id: run.id,
    dueAt: optionalMoment(run.dueAt),
    startedAt: optionalMoment(run.startedAt),
    endedAt: optionalMoment(run.endedAt),
    result: run.result,
    error: run.error,
    ...(run.data !== null && { data: run.data }),
    rows: run.rows,
    bytes: run.bytes,
  };
}
