/**
 * The share of the processors that a host gave to other guests while something was measured, in percent: figures of time
 * mean little where it is large. From /proc/stat; 0 where there is none.
 */
import { readFileSync } from 'node:fs';

/** Returns a function that tells the share since this call. */
export function watchStolenTime(): () => number {
  const begun = times();
  return () => {
    const now = times();
    const all = now.all - begun.all;
    return all > 0 ? (100 * (now.stolen - begun.stolen)) / all : 0;
  };
}

function times(): { readonly all: number; readonly stolen: number } {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    const [, ...values] = line.split(/\s+/).map(Number);
    // user, nice, system, idle, iowait, irq, softirq, steal; guests are in user already.
    const parts = values.slice(0, 8);
    return { all: parts.reduce((sum, value) => sum + value, 0), stolen: parts[7] ?? 0 };
  } catch {
    return { all: 0, stolen: 0 };
  }
}
