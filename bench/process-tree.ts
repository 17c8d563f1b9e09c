/**
 * What a process and all its descendants use, read from /proc: resident memory, the part of it that is not
 * counted twice where pages are shared, and processor time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export interface MemoryPeak {
  readonly rssMb: number;
  /** Shared pages divided among those who share them. */
  readonly pssMb: number;
}

const sampleEveryMs = 20;
/** Reading it makes the kernel walk all pages, so it is read less often. */
const pssEverySamples = 10;

/** The largest sums of the tree under `pid` until `work` is done. */
export async function peakMemory(pid: number, work: Promise<unknown>): Promise<MemoryPeak> {
  let done = false;
  const finished = work.finally(() => {
    done = true;
  });
  finished.catch(() => undefined);
  let rssKb = 0;
  let pssKb = 0;
  for (let sample = 0; !done; sample++) {
    const pids = treeOf(pid);
    rssKb = Math.max(rssKb, sumOf(pids, 'status', /^VmRSS:\s+(\d+)/m));
    if (sample % pssEverySamples === 0)
      pssKb = Math.max(pssKb, sumOf(pids, 'smaps_rollup', /^Pss:\s+(\d+)/m));
    await pause(sampleEveryMs);
  }
  await finished;
  return { rssMb: rssKb / 1024, pssMb: pssKb / 1024 };
}

/** Clock ticks are 10 ms wherever Node runs on Linux. */
export function processorMs(pid: number): number {
  return 10 * sumOf(treeOf(pid), 'stat', /\) \S+ (?:\S+ ){10}(\d+) (\d+)/);
}

function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = sumOf([Number(name)], 'stat', /\) \S (\d+)/);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

function sumOf(pids: readonly number[], file: string, pattern: RegExp): number {
  let sum = 0;
  for (const pid of pids) {
    const found = pattern.exec(contents(`/proc/${pid}/${file}`));
    for (const number of found?.slice(1) ?? []) sum += Number(number);
  }
  return sum;
}

/** Nothing when the process has just ended. */
function contents(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
