/** Makes a scheduled job, changes one, and resumes it; what may go wrong later is the result of a run. */
import type { Account } from '../accounts/account.ts';
import type { AppContext } from '../app-context.ts';
import { randomId } from '../base/random-id.ts';
import { inputRefused } from '../errors/refused-error.ts';
import type { TrySample } from '../export/try-parameters.ts';
import type { Schedule } from './cadence.ts';
import type { Job } from './job.ts';
import { insertJob, setNextRun, updateJob } from './job-store.ts';
import { nextRun } from './next-run.ts';
import { checkJob, requirePaidPlan, type WantedJob } from './wanted-job.ts';

export const maxJobs = 1_000;

export async function createJob(
  context: AppContext,
  account: Account,
  wanted: WantedJob,
  trySample: TrySample,
): Promise<Job> {
  const { database, now } = context;
  const checked = await checkJob(context, account, wanted, trySample);
  const createdAt = now();
  const job: Job = {
    ...checked,
    id: randomId(),
    accountId: account.id,
    nextRunAt: nextRun(checked.schedule, createdAt),
    createdAt,
    revision: 0,
  };
  if (await insertJob(database, job, maxJobs)) return job;
  throw inputRefused(
    `${account.email} has ${maxJobs} scheduled jobs, the most there can be. Delete one first.`,
  );
}

/** Another schedule has another next run, unless the job is paused; what is due by the old one is not touched. */
export async function changeJob(
  context: AppContext,
  account: Account,
  job: Job,
  wanted: WantedJob,
  trySample: TrySample,
): Promise<void> {
  const { database, now } = context;
  const checked = await checkJob(context, account, wanted, trySample, job);
  const isAsPlanned = job.unreadable === undefined && isSame(checked.schedule, job.schedule);
  const nextRunAt = isAsPlanned ? undefined : nextRun(checked.schedule, now());
  if (await updateJob(database.db, { ...job, ...checked }, nextRunAt)) return;
  throw inputRefused('The scheduled job was changed or deleted meanwhile. Open it again, and change that.');
}

function isSame(one: Schedule, other: Schedule): boolean {
  return (['cadence', 'at', 'zone', 'weekday', 'day'] as const).every((part) => one[part] === other[part]);
}

/** What it missed while it was paused is not made up. */
export async function resumeJob({ database, now }: AppContext, account: Account, job: Job): Promise<void> {
  requirePaidPlan(account, now());
  await setNextRun(database.db, job.id, nextRun(job.schedule, now()));
}
