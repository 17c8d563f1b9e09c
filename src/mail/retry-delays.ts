/** When a mail that could not be sent is tried again: soon, then hourly for three days (contract 6.2). */
import { hourMs, minuteMs } from '../base/durations.ts';

const first = [15_000, 45_000, 2 * minuteMs, 5 * minuteMs, 15 * minuteMs];
const hours = 72;

/** Undefined when it is given up after so many attempts. */
export function retryDelay(attempts: number): number | undefined {
  if (attempts >= first.length + hours) return undefined;
  return first[attempts - 1] ?? hourMs;
}
