/**
 * Equal statements of one endpoint that arrive while one of them waits or runs share that run and its rows: they
 * read the same stored table, which never changes. When fifty spreadsheets fetch one address on the hour, that is
 * one run. It ends early only when all of them have left (contract 8.2.2).
 */
import { rm } from 'node:fs/promises';
import { abortable } from '../base/abortable.ts';
import type { SqlPool, SqlTurn } from './pool.ts';
import type { SqlOutcome } from './turn.ts';

type Job = Parameters<SqlPool['run']>[0];

interface SharedRun {
  readonly outcome: Promise<SqlOutcome>;
  readonly leaving: AbortController;
  users: number;
}

const runsOf = new WeakMap<SqlPool, Map<string, SharedRun>>();

export interface SharedOutcome extends AsyncDisposable {
  readonly outcome: SqlOutcome;
}

/** To be disposed of by everybody who shares it: a large result is a folder, removed when nobody needs it. */
export async function runShared(pool: SqlPool, job: Job, turn: SqlTurn): Promise<SharedOutcome> {
  const runs = runsOf.get(pool) ?? new Map<string, SharedRun>();
  runsOf.set(pool, runs);
  const { endpoint, signal } = turn;
  signal?.throwIfAborted();
  const key = `${endpoint}\n${job.folder}\n${job.picked?.join() ?? ''}\n${job.maxRows ?? ''}\n${job.sql}`;
  const run = runs.get(key) ?? begin(runs, key, (leaving) => pool.run(job, { ...turn, signal: leaving }));
  run.users += 1;
  const leave = async (): Promise<void> => {
    run.users -= 1;
    if (run.users > 0) return;
    if (runs.get(key) === run) runs.delete(key);
    run.leaving.abort();
    const outcome = await run.outcome.catch(() => undefined);
    if (outcome && 'folder' in outcome) await rm(outcome.folder, { recursive: true, force: true });
  };
  try {
    const outcome = await (signal ? abortable(run.outcome, signal) : run.outcome);
    return { outcome, [Symbol.asyncDispose]: leave };
  } catch (error) {
    await leave();
    throw error;
  }
}

function begin(
  runs: Map<string, SharedRun>,
  key: string,
  start: (leaving: AbortSignal) => Promise<SqlOutcome>,
): SharedRun {
  const leaving = new AbortController();
  const run = { outcome: start(leaving.signal), leaving, users: 0 };
  runs.set(key, run);
  const over = (): void => {
    if (runs.get(key) === run) runs.delete(key);
  };
  run.outcome.then(over, over);
  return run;
}
