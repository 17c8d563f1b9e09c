/**
 * How long the event loop of this process stands still while something runs, in milliseconds of processor time: a
 * busy machine makes turns longer by the clock, but not by this measure.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

export async function longestTurn<Result>(
  run: () => Promise<Result>,
): Promise<{ longestMs: number; result: Result }> {
  let isDone = false;
  let longest = 0;
  const running = run().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const before = process.threadCpuUsage();
    await nextTurn();
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, user + system);
  }
  return { longestMs: longest / 1_000, result: await running };
}
