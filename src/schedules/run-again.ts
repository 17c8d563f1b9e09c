/** A schedule that comes back from the bin: what it missed is not made up; one that was paused stays so. */
import type { KeptRow } from '../storage/database/bin-store.ts';
import { keptSchedule } from './job.ts';
import { nextRun } from './next-run.ts';

export function runAgain(row: KeptRow, now: number): KeptRow {
  if (row['next_run_at'] === null) return row;
  const schedule = keptSchedule(row);
  return { ...row, next_run_at: schedule === undefined ? now : nextRun(schedule, now) };
}
