/**
 * Which of the waiting runs is started next: one of the account that has the fewest under way, so that no account
 * keeps another waiting; among equals in the order in which they wait (section 1, DESIGN section 1 "scheduled job").
 */
import type { WaitingRun } from './run-store.ts';

/** Of one account, also while nobody else waits: whoever comes then finds a place. */
const mostOfOneAccount = 6;

/** Undefined if none may be started now. `underWay` counts those of each account. */
export function nextInOrder(
  waiting: readonly WaitingRun[],
  underWay: ReadonlyMap<string, number>,
): WaitingRun | undefined {
  let next: WaitingRun | undefined;
  let fewest = mostOfOneAccount;
  for (const run of waiting) {
    const count = underWay.get(run.accountId) ?? 0;
    if (count < fewest) [next, fewest] = [run, count];
  }
  return next;
}
