/** One page of an account's scheduled jobs, with their endpoints and what came of their runs. */

import type { Db } from '../storage/database/database.ts';
import { type Page, type PageWanted, readPage } from '../storage/database/read-page.ts';
import { type Job, type JobRun, toJob } from './job.ts';
import { lastRunsOf } from './job-store.ts';

interface ListedJob {
  readonly job: Job;
  readonly endpointName: string;
  /** Null if its source is not a platform. */
  readonly connectionId: string | null;
  /** The newest that has ended. */
  readonly lastRun: JobRun | undefined;
  /** One waits or is under way. */
  readonly isRunning: boolean;
}

/** The newest first. */
export async function jobsPage(db: Db, accountId: string, wanted: PageWanted): Promise<Page<ListedJob>> {
  const own = db.selectFrom('jobs').where('jobs.account_id', '=', accountId);
  const newest = own
    .innerJoin('endpoints', 'endpoints.id', 'jobs.endpoint_id')
    .selectAll('jobs')
    .select(['endpoints.name as endpoint_name', 'endpoints.connection_id'])
    .orderBy('jobs.created_at', 'desc')
    .orderBy('jobs.id');
  const { rows, total } = await readPage(own, newest, wanted);
  const ids = rows.map(({ id }) => id);
  const [lastRuns, running] = [await lastRunsOf(db, ids), await runningJobs(db, ids)];
  const jobs = rows.map(({ endpoint_name: endpointName, connection_id: connectionId, ...row }) => ({
    job: toJob(row),
    endpointName,
    connectionId,
    lastRun: lastRuns.get(row.id),
    isRunning: running.has(row.id),
  }));
  return { rows: jobs, total };
}

const mostNamed = 1_000;

/** The newest first; an account has no more. */
export async function jobNames(
  db: Db,
  accountId: string,
): Promise<{ readonly id: string; readonly name: string }[]> {
  return db
    .selectFrom('jobs')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(mostNamed)
    .execute();
}

async function runningJobs(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('job_runs')
    .select('job_id')
    .where('ended_at', 'is', null)
    .where('job_id', 'in', ids)
    .execute();
  return new Set(rows.map(({ job_id }) => job_id));
}
