/**
 * One run of a scheduled job: the same export as a hit, by its owner. What it delivered is written with the credit, its
 * failure with the reason of contract 7, each with a mail; what a crash or a stop has cut off is run again.
 */

import type { AppContext } from '../app-context.ts';
import { ChargedError, ServiceError } from '../errors/errors.ts';
import { clientUntil } from '../export/client.ts';
import type { ExportContext } from '../export/export-context.ts';
import { allowOwnerExport } from '../export/owner-export.ts';
import type { ScheduledRun } from '../export/plan-export.ts';
import { recordRun } from '../export/record-run.ts';
import { type ChargedExport, runExport } from '../export/run-export.ts';
import { isStateFailure, toServiceError } from '../storage/state-failure.ts';
import type { Job } from './job.ts';
import { failureMails, successMails } from './job-mails.ts';
import { findJob } from './job-store.ts';
import { queryOfRun } from './job-view.ts';
import {
  type Claim,
  type Failure,
  failRun,
  giveBack,
  leaseMs,
  putOff,
  removeRun,
  renewClaim,
} from './run-store.ts';
import { unreadableError } from './unreadable-job.ts';

interface ClaimedRun extends Claim {
  readonly jobId: string;
  readonly dueAt: number;
  readonly attempts: number;
}

const maxAttempts = 3;
const renewEveryMs = leaseMs / 4;
const putOffMs = 20_000;
const longestData = 2_000;

/** Rejects only if the database fails: then the claim ends by itself, and the run is taken up again. */
export async function runJob(context: ExportContext, run: ClaimedRun, stopped: AbortSignal): Promise<void> {
  const { database } = context;
  const job = await findJob(database.db, run.jobId);
  if (!job) return removeRun(database.db, run);
  await using claim = keepClaim(context, run);
  try {
    if (run.attempts > maxAttempts) throw cutOff();
    if (job.unreadable !== undefined) throw unreadableError(job);
    const ended = AbortSignal.any([stopped, claim.lost]);
    const hit = { endpointId: job.endpointId, by: 'Tablecast schedule', stopped: ended };
    await using _answer = await recordRun(context, hit, () => exportFor(context, job, run, ended));
  } catch (error) {
    if (claim.lost.aborted) return;
    if (stopped.aborted) return giveBack(database, run);
    // Paused since it was due: it is skipped, as every later one.
    if (error instanceof ServiceError && error.key === 'endpointPaused') return removeRun(database.db, run);
    if (isPassing(error) && run.attempts < maxAttempts) return putOff(database, run, putOffMs);
    await fail(context, job, run, error);
  }
}

/**
 * Renews the claim of a run while it runs. `lost` is aborted when it is lost, or could not be renewed until its end:
 * another process may then run it, so this one stops (contract 1.7.4).
 */
export function keepClaim(
  { database, log }: AppContext,
  claim: Claim,
): AsyncDisposable & { readonly lost: AbortSignal } {
  const lost = new AbortController();
  let renewedAt = performance.now();
  const renew = async (): Promise<void> => {
    const began = performance.now();
    if (!(await renewClaim(database, claim))) lost.abort();
    renewedAt = began;
  };
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    if (performance.now() - renewedAt >= leaseMs - renewEveryMs / 2) lost.abort();
    renewing = renew().catch((err: unknown) =>
      log.error({ err, run: claim.id }, 'could not renew the claim of a run'),
    );
  }, renewEveryMs).unref();
  return {
    lost: lost.signal,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      await renewing;
    },
  };
}

async function exportFor(
  context: ExportContext,
  job: Job,
  run: ClaimedRun,
  signal: AbortSignal,
): Promise<ChargedExport> {
  const { endpointId, webhookUrl } = job;
  const query = await queryOfRun(context.database.db, job);
  const allowed = await allowOwnerExport(context, { endpointId, query, webhookUrl });
  const { owner, planned } = allowed;
  if (owner.plan === 'trial') throw notPaid(context.config.siteUrl);
  const client = clientUntil(signal);
  const { id, claim, dueAt } = run;
  const scheduled: ScheduledRun = {
    succeeded: (exported, saved) => {
      const { endpoint } = planned;
      const mails = successMails(context, { job, owner, endpoint, dueAt, ...exported, saved });
      return { id, claim, result: { state: 'succeeded', ...exported }, mails };
    },
    failed: async (error) => {
      const mails = await failureMails(context, { job, dueAt, error });
      return { id, claim, result: { state: 'failed', ...reasonOf(error) }, mails };
    },
  };
  return runExport(context, { ...allowed, scheduled }, client);
}

function notPaid(site: string): ServiceError {
  return new ServiceError('notEnoughCredits', {
    placeholders: { site },
    data: 'Scheduled jobs need a paid plan.',
  });
}

function cutOff(): ServiceError {
  return new ServiceError('sourceUnavailable', {
    data: `The run was begun ${maxAttempts} times, and each time the service ended before it was done.`,
  });
}

/** Overload, or a database or disk that fails. */
function isPassing(error: unknown): boolean {
  return error instanceof ServiceError
    ? error.key === 'serviceBusy' || error.key === 'stateUnavailable'
    : isStateFailure(error);
}

async function fail(context: ExportContext, job: Job, run: ClaimedRun, cause: unknown): Promise<void> {
  const { database, log, now } = context;
  const error = toServiceError(cause);
  const facts = { err: error.cause, job: job.id, run: run.id, error: error.key };
  if (error.key === 'unexpected') log.error(facts, 'a scheduled export failed unexpectedly');
  else log.info(facts, 'scheduled export failed');
  // One that was paid for has been written with the charge.
  if (error instanceof ChargedError) return;
  const mails = await failureMails(context, { job, dueAt: run.dueAt, error });
  await failRun(database.db, run, { at: now(), ...reasonOf(error), mails });
}

function reasonOf({ message, data }: ServiceError): Pick<Failure, 'error' | 'data'> {
  return { error: message, data: data?.slice(0, longestData) ?? null };
}
