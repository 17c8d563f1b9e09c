/**
 * Resource usage of a process and all its descendants, from /proc: resident memory, proportional memory (shared pages
 * are not counted twice), and CPU time.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export interface MemoryPeak {
  readonly rssMb: number;
  /** Shared pages are divided among the processes that share them. */
  readonly pssMb: number;
}

const sampleEveryMs = 20;
/** PSS is sampled less often, because the kernel walks all pages to compute it. */
const pssEverySamples = 10;

/** Returns the peak totals of the process tree under `pid` until `work` is done. */
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

/** Of the whole process tree, now. */
export function residentMb(pid: number): number {
  return sumOf(treeOf(pid), 'status', /^VmRSS:\s+(\d+)/m) / 1024;
}

/** A clock tick is 10 ms on every Linux platform that Node supports. */
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

/** Returns an empty string if the process has ended. */
function contents(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
