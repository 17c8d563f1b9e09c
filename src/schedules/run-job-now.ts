/** Runs a scheduled job at once, beside its schedule, in the process of who asks for it (contract 1.7.8). */

import type { AppContext } from '../app-context.ts';
import { randomId } from '../base/random-id.ts';
import { findEndpoint } from '../endpoints/endpoint-store.ts';
import { changeRefused, inputRefused } from '../errors/refused-error.ts';
import type { ExportContext } from '../export/export-context.ts';
import { makeRunNow } from './due-store.ts';
import type { Job, JobRun } from './job.ts';
import { runJob } from './run-job.ts';
import { findRun } from './run-store.ts';

const neverStopped = new AbortController().signal;

export async function runJobNow(context: ExportContext, job: Job): Promise<JobRun> {
  const { database, now } = context;
  await requireServing(context, job);
  const claim = { id: randomId(), claim: randomId() };
  const dueAt = now();
  await makeRunNow(database, job, claim, dueAt);
  await runJob(context, { ...claim, jobId: job.id, dueAt, attempts: 1 }, neverStopped);
  const run = await findRun(database.db, claim.id);
  if (!run)
    throw inputRefused('The schedule was deleted or its endpoint paused while it ran; nothing was charged.');
  return run;
}

/** A paused endpoint has no runs, by whomever. */
export async function requireServing({ database }: AppContext, { endpointId }: Job): Promise<void> {
  const endpoint = await findEndpoint(database.db, endpointId);
  if (endpoint && endpoint.pausedAt !== null)
    throw changeRefused(`The endpoint ${endpoint.name} is paused. Resume it first, then run the schedule.`);
}
