/** When a mail that could not be sent is tried again: soon, then hourly for three days (contract 6.2). */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const first = [15 * second, 45 * second, 2 * minute, 5 * minute, 15 * minute];
const hours = 72;

/** Undefined when it is given up after so many attempts. */
export function retryDelay(attempts: number): number | undefined {
  if (attempts >= first.length + hours) return undefined;
  return first[attempts - 1] ?? hour;
}
