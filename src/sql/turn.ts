/**
 * One statement in one process, within its limits: of time, and of room for what it sorts. Over a limit the
 * process is ended, because nothing else stops a statement, and its unfinished result is removed.
 */
import { rm } from 'node:fs/promises';
import { sortedBytes } from '../base/operating-system.ts';
import { outOfMemoryReason, SqlRefusal } from './language/sql-refusal.ts';
import type { SmallResult, SqlJob, SqlReply } from './language/wire.ts';
import { type SqlProcess, SqlProcessEnded } from './process.ts';

export interface SqlLimits {
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
}

export type SqlOutcome =
  | SmallResult
  /** A stored table, removed when nobody needs it any more. */
  | { readonly folder: string };

const sortWatchMs = 250;
const megabyte = 1024 * 1024;

export async function runWithinLimits(
  process: SqlProcess,
  job: SqlJob,
  { timeLimitMs, memoryLimitMb }: SqlLimits,
): Promise<SqlOutcome> {
  let reason = outOfMemoryReason(memoryLimitMb);
  const timer = setTimeout(() => {
    reason = timeReason(timeLimitMs);
    process.end();
  }, timeLimitMs);
  const watch = setInterval(() => {
    if (sortedBytes(process.pid) > memoryLimitMb * megabyte) process.end();
  }, sortWatchMs);
  try {
    const reply = await process.run(job);
    if ('retire' in reply && reply.retire) process.end();
    return outcomeOf(reply, job.resultFolder);
  } catch (error) {
    if (!(error instanceof SqlProcessEnded)) throw error;
    await process.ended;
    await rm(job.resultFolder, { recursive: true, force: true });
    throw new SqlRefusal(reason);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
  }
}

/** For a reason that is not the statement's, such as a full disk, which the code tells. */
class SqlProcessFailed extends Error {
  override readonly name = 'SqlProcessFailed';
  readonly code: string;

  constructor(detail: string, code: string) {
    super(`the SQL process failed: ${detail}`);
    this.code = code;
  }
}

function outcomeOf(reply: SqlReply, folder: string): SqlOutcome {
  if (reply.kind === 'rows') return reply.result;
  if (reply.kind === 'stored') return { folder };
  if (reply.kind === 'refused') throw new SqlRefusal(reply.reason);
  if (reply.kind === 'failed') throw new SqlProcessFailed(reply.detail, reply.code);
  throw new Error(`the SQL process gave the reply ${reply.kind}`);
}

function timeReason(timeLimitMs: number): string {
  const limit = timeLimitMs % 1000 === 0 ? `${timeLimitMs / 1000} s` : `${timeLimitMs} ms`;
  return `the statement ran longer than the limit of ${limit}`;
}
