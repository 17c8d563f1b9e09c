/**
 * Equal statements of one endpoint that arrive while one of them runs share that run and its rows: they read
 * the same stored table, which never changes. When fifty spreadsheets fetch one address on the hour, that is one
 * run (4.8).
 */

import { SqlRefusal } from './language/sql-refusal.ts';
import type { SqlPool, SqlTurn } from './pool.ts';
import type { SqlOutcome } from './turn.ts';

type Job = Parameters<SqlPool['run']>[0];

const runsOf = new WeakMap<SqlPool, Map<string, Promise<SqlOutcome>>>();

export async function runShared(pool: SqlPool, job: Job, turn: SqlTurn): Promise<SqlOutcome> {
  const runs = runsOf.get(pool) ?? new Map<string, Promise<SqlOutcome>>();
  runsOf.set(pool, runs);
  const key = `${turn.fairnessKey}\n${job.folder}\n${job.picked?.join() ?? ''}\n${job.sql}`;
  const underWay = runs.get(key);
  if (underWay) return (await shareable(underWay)) ?? pool.run(job, turn);
  const run = pool.run(job, turn);
  runs.set(key, run);
  try {
    return await run;
  } finally {
    runs.delete(key);
  }
}

/**
 * Undefined for what cannot be shared: a large result is a folder that its first caller removes, and a run that
 * was aborted by its own caller has no result.
 */
async function shareable(run: Promise<SqlOutcome>): Promise<SqlOutcome | undefined> {
  try {
    const outcome = await run;
    return 'block' in outcome ? outcome : undefined;
  } catch (error) {
    if (error instanceof SqlRefusal) throw error;
    return undefined;
  }
}
