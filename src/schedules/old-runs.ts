/** The history of scheduled jobs is kept for a while. */

import type { AppContext } from '../app-context.ts';
import { dayMs } from '../base/durations.ts';
import { removeRunsBefore } from './run-store.ts';

const keptDays = 400;

export function removeOldRuns({ database, now }: AppContext): Promise<void> {
  return removeRunsBefore(database.db, now() - keptDays * dayMs);
}
