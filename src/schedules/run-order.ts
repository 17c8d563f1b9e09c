/**
 * Which of the waiting runs is started next: one of the account that has the fewest under way, so that accounts take
 * turns; among equals in the order in which they wait (contract 1.7.1).
 */
import type { WaitingRun } from './run-store.ts';

/** One account may have all of these while nobody else waits. */
const maxAtOnce = 8;
/** Beyond them an account gets one if it has none under way: long runs of a few do not keep the others waiting. */
const maxWithFirsts = 32;

/**
 * Undefined if none may be started now. `underWay` counts those of each account, in all processes as far as they are
 * known; `here` those of this one.
 */
export function nextInOrder(
  waiting: readonly WaitingRun[],
  underWay: ReadonlyMap<string, number>,
  here: number,
): WaitingRun | undefined {
  let next: WaitingRun | undefined;
  let fewest = here < maxAtOnce ? Number.POSITIVE_INFINITY : here < maxWithFirsts ? 1 : 0;
  for (const run of waiting) {
    const count = underWay.get(run.accountId) ?? 0;
    if (count < fewest) [next, fewest] = [run, count];
  }
  return next;
}
