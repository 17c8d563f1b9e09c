/**
 * A due job becomes a run in one transaction: the conditional update of its next time decides which replica makes
 * it, so that each due time has one run (contract 1.7.4).
 */
import { firstNotice, insertMails, type OutboxMail } from '../mail/outbox-store.ts';
import type { Database, Db, Tx } from '../storage/database/database.ts';
import type { JobRunRow } from '../storage/database/schema.ts';
import { type Job, toJob } from './job.ts';
import { type Claim, claimRun } from './run-store.ts';

/** Runs that are kept for a job. */
const keptRuns = 1_000;

interface DueJob {
  readonly job: Job;
  /** Its endpoint is paused: it is skipped. */
  readonly isSkipped: boolean;
}

export async function dueJobs(db: Db, now: number, most: number): Promise<DueJob[]> {
  const rows = await dueJobsQuery(db, now, most).execute();
  return rows.map(({ paused_at, ...row }) => ({ job: toJob(row), isSkipped: paused_at !== null }));
}

/** The oldest first, by an index that has no paused job. */
export function dueJobsQuery(db: Db, now: number, most: number) {
  return db
    .selectFrom('jobs')
    .leftJoin('endpoints', 'endpoints.id', 'jobs.endpoint_id')
    .selectAll('jobs')
    .select('endpoints.paused_at')
    .where('jobs.next_run_at', '<=', now)
    .orderBy('jobs.next_run_at')
    .limit(most);
}

/** Moves the job on to `nextRunAt`. False if another process was first, or the job was changed. */
export async function makeDueRun(db: Db, job: Job, nextRunAt: number, runId: string): Promise<boolean> {
  const { id, nextRunAt: dueAt } = job;
  if (dueAt === null) return false;
  return db.transaction().execute(async (transaction) => {
    if (!(await moveOn(transaction, id, dueAt, nextRunAt))) return false;
    await insertRun(transaction, newRun(job, runId, dueAt));
    return true;
  });
}

/** On to `nextRunAt` without a run. */
export async function skipDueRun(db: Db, { id, nextRunAt: dueAt }: Job, nextRunAt: number): Promise<boolean> {
  return dueAt !== null && moveOn(db, id, dueAt, nextRunAt);
}

interface Told {
  /** Once for each. */
  readonly notice: string;
  readonly error: string;
  readonly data: string;
  readonly mails: readonly OutboxMail[];
}

/**
 * A due job that cannot be run is left alone until `until`, as if that were its next time. Its owner is told by a failed
 * run and by mail, once. False if another process was first, or the job was changed.
 */
export async function setAside(
  db: Db,
  job: Job,
  { now, until, runId }: { readonly now: number; readonly until: number; readonly runId: string },
  { notice, error, data, mails }: Told,
): Promise<boolean> {
  const { id, nextRunAt: dueAt } = job;
  if (dueAt === null) return false;
  return db.transaction().execute(async (transaction) => {
    if (!(await moveOn(transaction, id, dueAt, until))) return false;
    if (await firstNotice(transaction, notice, now)) {
      const ended = { state: 'failed', started_at: now, ended_at: now, error, data };
      await insertRun(transaction, { ...newRun(job, runId, dueAt), ...ended });
      await insertMails(transaction, mails, now);
    }
    return true;
  });
}

/** False if it is no longer due at `dueAt`. */
async function moveOn(db: Db, id: string, dueAt: number, to: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ next_run_at: to })
    .where('id', '=', id)
    .where('next_run_at', '=', dueAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A run beside the schedule, which stays as it is; it is claimed from its beginning. */
export async function makeRunNow(database: Database, job: Job, claim: Claim, at: number): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    await insertRun(transaction, newRun(job, claim.id, at));
    await claimRun({ ...database, db: transaction }, claim, at);
  });
}

/**
 * A run beside the schedule, for the next service that looks. A job has one that is not over at most: if there is one,
 * none is made.
 */
export async function makeWaitingRun(db: Db, job: Job, runId: string, at: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Locks the job, so that of two who ask at the same time one sees the run of the other.
    const { numUpdatedRows } = await transaction
      .updateTable('jobs')
      .set((field) => ({ id: field.ref('id') }))
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    const open = await transaction
      .selectFrom('job_runs')
      .select('id')
      .where('job_id', '=', job.id)
      .where('ended_at', 'is', null)
      .limit(1)
      .executeTakeFirst();
    if (!open) await insertRun(transaction, newRun(job, runId, at));
  });
}

function newRun(job: Job, id: string, dueAt: number): JobRunRow {
  return {
    id,
    job_id: job.id,
    account_id: job.accountId,
    due_at: dueAt,
    state: 'waiting',
    claim: null,
    claimed_until: null,
    attempts: 0,
    started_at: null,
    ended_at: null,
    rows: null,
    bytes: null,
    error: null,
    data: null,
  };
}

/** The oldest runs of the job go when there are too many. */
async function insertRun(db: Tx, run: JobRunRow): Promise<void> {
  await db.insertInto('job_runs').values(run).execute();
  await db
    .deleteFrom('job_runs')
    .where('ended_at', 'is not', null)
    .where('id', 'in', (query) =>
      query
        .selectFrom('job_runs as old')
        .select('old.id')
        .where('old.job_id', '=', run.job_id)
        .orderBy('old.due_at', 'desc')
        .limit(100)
        .offset(keptRuns),
    )
    .execute();
}
