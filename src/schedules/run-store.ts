/**
 * Runs of scheduled jobs: claimed by a conditional update with a lease on the database's clock, and ended only by
 * who has the claim. A run whose lease is over may be claimed by anybody (contract 1.7.4).
 */

import { sql } from 'kysely';
import type { AppContext } from '../app-context.ts';
import { dayMs } from '../base/durations.ts';
import { insertMails, type OutboxMail } from '../mail/outbox-store.ts';
import type { Database, Db } from '../storage/database/database.ts';
import { type Page, type PageWanted, readPage } from '../storage/database/read-page.ts';
import { type JobRun, toRun } from './job.ts';

export interface WaitingRun {
  readonly id: string;
  readonly jobId: string;
  readonly accountId: string;
  readonly dueAt: number;
}

/** A run that nobody has renewed the claim of for this long may be claimed by others. */
export const leaseMs = 60_000;
const keptDays = 400;

/** Who runs it. */
export interface Claim {
  readonly id: string;
  readonly claim: string;
}

/** Those that can be claimed: the oldest of every account first, then the second of every account. */
export async function waitingRuns({ db, engine }: Database, most: number): Promise<WaitingRun[]> {
  const rows = await db
    .selectFrom((query) =>
      query
        .selectFrom('job_runs')
        .select(['id', 'job_id', 'account_id', 'due_at'])
        .select(sql<number>`row_number() over (partition by account_id order by due_at, id)`.as('turn'))
        .where('ended_at', 'is', null)
        .where((field) =>
          field.or([field('claimed_until', 'is', null), field('claimed_until', '<=', engine.now)]),
        )
        .as('open'),
    )
    .selectAll('open')
    .orderBy('open.turn')
    .orderBy('open.due_at')
    .limit(most)
    .execute();
  return rows.map(({ id, job_id, account_id, due_at }) => ({
    id,
    jobId: job_id,
    accountId: account_id,
    dueAt: due_at,
  }));
}

/** How many each account has under way, in all processes. */
export async function runningByAccount({ db, engine }: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('job_runs')
    .select(['account_id', (field) => field.fn.countAll<number | bigint | string>().as('count')])
    .where('ended_at', 'is', null)
    .where('claim', 'is not', null)
    .where('claimed_until', '>', engine.now)
    .groupBy('account_id')
    .execute();
  return new Map(rows.map(({ account_id, count }) => [account_id, Number(count)]));
}

/** Which attempt this is; undefined if another process has it. It keeps the time when it was first started. */
export async function claimRun(
  { db, engine }: Database,
  { id, claim }: Claim,
  at: number,
): Promise<number | undefined> {
  const row = await db
    .updateTable('job_runs')
    .set((field) => ({
      state: 'running',
      claim,
      claimed_until: field(engine.now, '+', leaseMs),
      attempts: field('attempts', '+', 1),
      started_at: field.fn.coalesce('started_at', field.val(at)),
    }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where((field) =>
      field.or([field('claimed_until', 'is', null), field('claimed_until', '<=', engine.now)]),
    )
    .returning('attempts')
    .executeTakeFirst();
  return row?.attempts;
}

/** False if the claim is lost. */
export async function renewClaim({ db, engine }: Database, { id, claim }: Claim): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job_runs')
    .set((field) => ({ claimed_until: field(engine.now, '+', leaseMs) }))
    .where('id', '=', id)
    .where('claim', '=', claim)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Another process can take it at once, and it does not count as an attempt. */
export async function giveBack({ db }: Database, { id, claim }: Claim): Promise<void> {
  await db
    .updateTable('job_runs')
    .set((field) => ({
      state: 'waiting',
      claim: null,
      claimed_until: null,
      attempts: field('attempts', '-', 1),
    }))
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute();
}

/** It can be claimed again after a while; the attempt counts. */
export async function putOff({ db, engine }: Database, { id, claim }: Claim, forMs: number): Promise<void> {
  await db
    .updateTable('job_runs')
    .set((field) => ({ state: 'waiting', claim: null, claimed_until: field(engine.now, '+', forMs) }))
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute();
}

export interface Failure {
  readonly at: number;
  readonly error: string;
  readonly data: string | null;
  readonly mails: readonly OutboxMail[];
}

/** The mails are stored with it; nothing is written if the claim is lost. */
export async function failRun(db: Db, { id, claim }: Claim, failure: Failure): Promise<void> {
  const { at, error, data, mails } = failure;
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('job_runs')
      .set({ state: 'failed', ended_at: at, error, data, claim: null, claimed_until: null })
      .where('id', '=', id)
      .where('claim', '=', claim)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await insertMails(transaction, mails, at);
  });
}

export async function removeRun(db: Db, { id, claim }: Claim): Promise<void> {
  await db.deleteFrom('job_runs').where('id', '=', id).where('claim', '=', claim).execute();
}

/** The newest first. */
export async function runsOf(db: Db, jobId: string): Promise<JobRun[]> {
  return (await newestRuns(db, jobId).execute()).map(toRun);
}

export async function runsPage(db: Db, jobId: string, wanted: PageWanted): Promise<Page<JobRun>> {
  const ofJob = db.selectFrom('job_runs').where('job_id', '=', jobId);
  const { rows, total } = await readPage(ofJob, newestRuns(db, jobId), wanted);
  return { rows: rows.map(toRun), total };
}

function newestRuns(db: Db, jobId: string) {
  const ofJob = db.selectFrom('job_runs').selectAll().where('job_id', '=', jobId);
  return ofJob.orderBy('due_at', 'desc').orderBy('id');
}

export async function findRun(db: Db, id: string): Promise<JobRun | undefined> {
  const row = await db.selectFrom('job_runs').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toRun(row);
}

export async function removeOldRuns({ database, now }: AppContext): Promise<void> {
  await database.db
    .deleteFrom('job_runs')
    .where('ended_at', '<', now() - keptDays * dayMs)
    .execute();
}
