/** Storage of scheduled jobs: create, list, pause, resume, delete. */

import type { Selectable } from 'kysely';
import { deleteOpenRuns, putIntoBin } from '../storage/database/bin-store.ts';
import { countRows } from '../storage/database/count-rows.ts';
import type { Database, Db } from '../storage/database/database.ts';
import { inParts } from '../storage/database/parts.ts';
import type { JobRunRow } from '../storage/database/schema.ts';
import { addWithin } from '../storage/database/within-limit.ts';
import { type Job, type JobRun, toJob, toRun } from './job.ts';

/** False if the account has `most` jobs already. */
export async function insertJob(database: Database, job: Job, most: number): Promise<boolean> {
  return addWithin(
    database,
    { table: 'accounts', id: job.accountId },
    { most, count: (db) => countJobs(db, job.accountId), add: (db) => addJob(db, job) },
  );
}

export async function countJobs(db: Db, accountId: string): Promise<number> {
  return countRows(db.selectFrom('jobs').where('account_id', '=', accountId));
}

async function addJob(db: Db, job: Job): Promise<void> {
  await db
    .insertInto('jobs')
    .values({
      id: job.id,
      account_id: job.accountId,
      ...changeable(job),
      next_run_at: job.nextRunAt,
      created_at: job.createdAt,
      revision: job.revision,
    })
    .execute();
}

export async function findJob(db: Db, id: string): Promise<Job | undefined> {
  const row = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toJob(row);
}

export async function jobsOf(db: Db, accountId: string): Promise<Job[]> {
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toJob);
}

/** The newest run of each job that has ended, by the id of the job. */
export async function lastRunsOf(db: Db, jobIds: readonly string[]): Promise<ReadonlyMap<string, JobRun>> {
  const runs = new Map<string, JobRun>();
  for (const part of inParts(jobIds)) {
    for (const row of await lastRuns(db, part)) runs.set(row.job_id, toRun(row));
  }
  return runs;
}

function lastRuns(db: Db, jobIds: readonly string[]): Promise<Selectable<JobRunRow>[]> {
  return db
    .selectFrom('jobs')
    .innerJoin('job_runs', (join) =>
      join.on('job_runs.id', '=', (query) =>
        query
          .selectFrom('job_runs as ended')
          .select('ended.id')
          .whereRef('ended.job_id', '=', 'jobs.id')
          .where('ended.ended_at', 'is not', null)
          .orderBy('ended.due_at', 'desc')
          .orderBy('ended.ended_at', 'desc')
          .limit(1),
      ),
    )
    .selectAll('job_runs')
    .where('jobs.id', 'in', jobIds)
    .execute();
}

/**
 * False if it was changed since it was read. A next run is set unless the job is paused; undefined leaves it, so that
 * one that is due at this moment is not lost.
 */
export async function updateJob(db: Db, job: Job, nextRunAt: number | undefined): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set((field) => ({
      ...changeable(job),
      revision: job.revision + 1,
      ...(nextRunAt !== undefined && {
        next_run_at: field
          .case()
          .when('next_run_at', 'is', null)
          .then(null)
          .else(field.cast<number>(field.val(nextRunAt), 'bigint'))
          .end(),
      }),
    }))
    .where('id', '=', job.id)
    .where('revision', '=', job.revision)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** What its owner can change. */
function changeable({ endpointId, name, parameters, view, webhookUrl, schedule }: Job) {
  return {
    endpoint_id: endpointId,
    name,
    parameters: JSON.stringify(parameters),
    proxy_digest: view,
    webhook_url: webhookUrl,
    cadence: schedule.cadence,
    time_of_day: schedule.at,
    zone: schedule.zone,
    weekday: schedule.weekday,
    day: schedule.day,
  };
}

/** Null pauses it. */
export async function setNextRun(db: Db, id: string, nextRunAt: number | null): Promise<void> {
  await db
    .updateTable('jobs')
    .set((field) => ({ next_run_at: nextRunAt, revision: field('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Into the bin. What is being exported for it at this moment is neither charged nor told. */
export async function deleteJob(db: Db, id: string, at: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction.deleteFrom('jobs').where('id', '=', id).returningAll().executeTakeFirst();
    if (!row) return;
    await deleteOpenRuns(transaction, id);
    const job = { kind: 'schedule', id, name: row.name, row } as const;
    await putIntoBin(transaction, { accountId: row.account_id, at, partOf: null }, [job]);
  });
}
