/**
 * Makes a scheduled job, and resumes it: everything that can be wrong by itself is refused here; what may change
 * later, such as credits or a connection, is the result of a run (sections 1 and 2).
 */
import type { Account } from '../accounts/account.ts';
import type { AppContext } from '../app-context.ts';
import { webhookUrl } from '../destinations/webhook.ts';
import { findEndpoint } from '../endpoints/endpoint-store.ts';
import { type ReadQuery, readParameters } from '../export/parameters.ts';
import { plans } from '../plans/plans.ts';
import { randomId } from '../random-id.ts';
import { readSchedule, type WrittenSchedule } from './cadence.ts';
import type { Job } from './job.ts';
import { insertJob, setNextRun } from './job-store.ts';
import { nextRun } from './next-run.ts';

export interface WantedJob {
  readonly endpointId: string;
  readonly name: string;
  readonly query: ReadQuery;
  readonly webhook: string | undefined;
  readonly schedule: WrittenSchedule;
}

/** One line that says what to do. */
export class JobError extends Error {
  override readonly name = 'JobError';
}

const mostJobs = 1_000;
const longestName = 200;
const longestUrl = 2_000;
const longestParameters = 20_000;

export async function createJob(context: AppContext, account: Account, wanted: WantedJob): Promise<Job> {
  const { database, now } = context;
  const createdAt = now();
  requirePaidPlan(account, createdAt);
  await requireOwnEndpoint(context, account, wanted.endpointId);
  const schedule = readSchedule(wanted.schedule);
  const job: Job = {
    id: randomId(),
    accountId: account.id,
    endpointId: wanted.endpointId,
    name: requireName(wanted.name),
    parameters: requireParameters(wanted.query),
    webhookUrl: requireWebhook(context, wanted.webhook),
    schedule,
    nextRunAt: nextRun(schedule, createdAt),
    createdAt,
  };
  if (await insertJob(database.db, job, mostJobs)) return job;
  throw new JobError(
    `${account.email} has ${mostJobs} scheduled jobs, the most there can be. Delete one first: job delete ID`,
  );
}

/** What it missed while it was paused is not made up. */
export async function resumeJob({ database, now }: AppContext, account: Account, job: Job): Promise<void> {
  requirePaidPlan(account, now());
  await setNextRun(database.db, job.id, nextRun(job.schedule, now()));
}

function requirePaidPlan({ email, plan, subscriptionEnds }: Account, now: number): void {
  const hasEnded = subscriptionEnds !== null && subscriptionEnds <= now;
  if (plan !== 'trial' && !hasEnded) return;
  const reason = hasEnded
    ? `The subscription of ${email} has ended`
    : `${email} has the ${plans.trial.label}`;
  throw new JobError(`Scheduled jobs need a paid plan. ${reason}: choose a plan first.`);
}

async function requireOwnEndpoint({ database }: AppContext, account: Account, id: string): Promise<void> {
  const endpoint = await findEndpoint(database.db, id);
  if (endpoint?.accountId === account.id) return;
  throw new JobError(
    `${account.email} has no endpoint ${id}. List them with: endpoint list ${account.email}`,
  );
}

function requireName(name: string): string {
  const trimmed = name.trim();
  const isOneLine = !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(trimmed);
  if (trimmed !== '' && trimmed.length <= longestName && isOneLine) return trimmed;
  throw new JobError(`The name of a job is one line of 1 to ${longestName} characters.`);
}

function requireParameters({ values }: ReadQuery): Job['parameters'] {
  // The waiting page is for a person at a browser.
  if (readParameters(values).showWaitPage) {
    throw new JobError('show_wait_page has no effect in a scheduled job; leave it out.');
  }
  if (JSON.stringify(values).length > longestParameters) {
    throw new JobError(
      `The parameters of a job may have ${longestParameters} characters together; shorten them.`,
    );
  }
  return { ...values };
}

/** As an export checks it; where its name leads to is looked up with every run. */
function requireWebhook({ config }: AppContext, url: string | undefined): string | null {
  if (url === undefined) return null;
  if (url.length <= longestUrl) return webhookUrl(url, config.webhookPrivateAddresses).href;
  throw new JobError(`The address of a webhook may have ${longestUrl} characters; use a shorter one.`);
}
