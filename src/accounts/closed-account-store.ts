/**
 * Accounts that were deleted: out of sight at once, for their row is not among the accounts any more, and kept for seven
 * days, in which they can be brought back as they were (decision 054). What they have here goes after that.
 */

import type { Insertable } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../app-context.ts';
import { type Actor, accountEvent } from '../audit/audit-entry.ts';
import { recordEvents } from '../audit/audit-store.ts';
import { digest } from '../base/digest.ts';
import { dayMs } from '../base/durations.ts';
import { randomId } from '../base/random-id.ts';
import { changeRefused } from '../errors/refused-error.ts';
import { changePlan } from '../ledger/plan-store.ts';
import { statusOf } from '../ledger/plans/plan-state.ts';
import { isPossible } from '../ledger/plans/transitions.ts';
import type { ClosedAccountRow } from '../storage/database/account-schema.ts';
import type { Db, Tx } from '../storage/database/database.ts';
import { type Page, type PageWanted, readPage } from '../storage/database/read-page.ts';
import type { Schema } from '../storage/database/schema.ts';
import type { Account } from './account.ts';
import { mayEndAccount } from './administrator-store.ts';

type ClosedBy = 'owner' | 'administrator';

export interface ClosedAccount {
  readonly id: string;
  readonly email: string;
  readonly closedBy: ClosedBy;
  readonly closedAt: number;
  readonly removeAt: number;
}

const keptMs = 7 * dayMs;

/**
 * Together with what its plan becomes: who brings it back has what was left of the paid time, and nothing is charged
 * again.
 */
export async function closeWithPlan(
  context: AppContext,
  by: Actor,
  account: Account,
): Promise<ClosedAccount> {
  const at = context.now();
  const { id } = account;
  return context.database.db.transaction().execute(async (transaction) => {
    await context.database.engine.lockAdministrators(transaction);
    await mayEndAccount(transaction, by, account);
    await recordEvents(transaction, by, [accountEvent('account.deleted', account)], at);
    await changePlan(transaction, context, id, (state, count) =>
      count === 0 && state.externalId !== null && isPossible(statusOf(state, at), 'cancel')
        ? { kind: 'cancel' }
        : undefined,
    );
    await transaction
      .updateTable('subscriptions')
      .set({ external_id: null })
      .where('account_id', '=', id)
      .execute();
    return insertClosed(transaction, id, by.id === id ? 'owner' : 'administrator', at);
  });
}

/** The account, its sessions, links and runs that wait end together. */
async function insertClosed(db: Tx, id: string, closedBy: ClosedBy, at: number): Promise<ClosedAccount> {
  const account = await db.deleteFrom('accounts').where('id', '=', id).returningAll().executeTakeFirst();
  if (!account) throw changeRefused('The account has been deleted.');
  await db.deleteFrom('credit_holds').where('account_id', '=', id).execute();
  await db.deleteFrom('sessions').where('user_id', '=', id).execute();
  await db.deleteFrom('verifications').where('value', '=', id).execute();
  await db.deleteFrom('consents').where('account_id', '=', id).execute();
  await db.deleteFrom('job_runs').where('account_id', '=', id).where('ended_at', 'is', null).execute();
  await db.updateTable('subscriptions').set({ due_at: null }).where('account_id', '=', id).execute();
  const jobs = await stopJobs(db, id);
  const { email } = account;
  const closed = { id, email, closedBy, closedAt: at, removeAt: at + keptMs };
  await db
    .insertInto('closed_accounts')
    .values({
      id,
      email,
      account: JSON.stringify({ ...account, held: 0 }),
      jobs: JSON.stringify(jobs),
      closed_by: closedBy,
      closed_at: at,
      remove_at: closed.removeAt,
      is_removing: 0,
      revoke_attempts: 0,
      restore_digest: null,
    })
    .execute();
  return closed;
}

const stoppedJobs = z.array(z.object({ id: z.string(), next_run_at: z.number() }));

/** They rest like paused ones; when they were due is kept for the way back. */
async function stopJobs(db: Tx, accountId: string): Promise<z.infer<typeof stoppedJobs>> {
  const running = await db
    .selectFrom('jobs')
    .select(['id', 'next_run_at'])
    .where('account_id', '=', accountId)
    .where('next_run_at', 'is not', null)
    .execute();
  await db.updateTable('jobs').set({ next_run_at: null }).where('account_id', '=', accountId).execute();
  return running.flatMap(({ id, next_run_at }) => (next_run_at === null ? [] : { id, next_run_at }));
}

/** Undefined when there is no way back: its removal has begun, or somebody else was faster. */
export async function reopen(db: Db, id: string, at: number): Promise<ClosedAccount | undefined> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('closed_accounts')
      .where('id', '=', id)
      .where('is_removing', '=', 0)
      .where('account', '!=', '')
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    const account = JSON.parse(row.account) as Insertable<Schema['accounts']>; // Written by `insertClosed`.
    await transaction
      .insertInto('accounts')
      .values({ ...account, revision: account.revision + 1 })
      .execute();
    for (const job of stoppedJobs.parse(JSON.parse(row.jobs)))
      await transaction
        .updateTable('jobs')
        .set({ next_run_at: job.next_run_at })
        .where('id', '=', job.id)
        .execute();
    await transaction.updateTable('subscriptions').set({ due_at: at }).where('account_id', '=', id).execute();
    return toClosed(row);
  });
}

export async function findClosed(
  db: Db,
  column: 'id' | 'email',
  value: string,
): Promise<ClosedAccount | undefined> {
  const row = await db.selectFrom('closed_accounts').selectAll().where(column, '=', value).executeTakeFirst();
  return row && toClosed(row);
}

/** Those that can be brought back, the newest first. */
export async function closedPage(db: Db, wanted: PageWanted): Promise<Page<ClosedAccount>> {
  const open = db.selectFrom('closed_accounts').where('is_removing', '=', 0).where('account', '!=', '');
  const newest = open.selectAll().orderBy('closed_at', 'desc').orderBy('id');
  const { rows, total } = await readPage(open, newest, wanted);
  return { rows: rows.map(toClosed), total };
}

/** The secret of a link that brings it back; an earlier one does not work any more. */
export async function addRestoreSecret(db: Db, id: string): Promise<string> {
  const secret = randomId();
  await db
    .updateTable('closed_accounts')
    .set({ restore_digest: digest('restore', secret) })
    .where('id', '=', id)
    .execute();
  return secret;
}

export async function findByRestoreSecret(db: Db, secret: string): Promise<ClosedAccount | undefined> {
  const row = await db
    .selectFrom('closed_accounts')
    .selectAll()
    .where('restore_digest', '=', digest('restore', secret))
    .executeTakeFirst();
  return row && toClosed(row);
}

function toClosed(row: ClosedAccountRow): ClosedAccount {
  const { id, email, closed_by, closed_at: closedAt, remove_at: removeAt } = row;
  return { id, email, closedBy: closed_by === 'owner' ? 'owner' : 'administrator', closedAt, removeAt };
}
