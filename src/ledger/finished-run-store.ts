/**
 * What came of a run of a scheduled job that is paid for is written in the transaction of its credit, by a conditional update on its
 * claim: a run that another process has taken up meanwhile is neither finished nor charged twice.
 */

import { insertMails } from '../mail/outbox-store.ts';
import type { Tx } from '../storage/database/database.ts';
import type { CreditTask, FinishedRun } from './credit-task.ts';

/** Returns the tasks whose run is no longer theirs. */
export async function tasksOfLostRuns(
  db: Tx,
  tasks: readonly CreditTask[],
  at: number,
): Promise<ReadonlySet<CreditTask>> {
  const lost = new Set<CreditTask>();
  for (const task of tasks) {
    const run = task.kind === 'post' ? task.finishedRun : undefined;
    if (run && !(await finish(db, run, at))) lost.add(task);
  }
  return lost;
}

async function finish(db: Tx, run: FinishedRun, at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job_runs')
    .set({ ...run.result, ended_at: at, claim: null, claimed_until: null })
    .where('id', '=', run.id)
    .where('claim', '=', run.claim)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await insertMails(db, run.mails, at);
  return true;
}
