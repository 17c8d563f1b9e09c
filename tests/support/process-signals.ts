/** Signals to a process and all that it has started, and whether a process runs, from /proc. */
import { readFileSync } from 'node:fs';

/** Parents first. One that has ended in the meantime is passed over. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const each of treeOf(pid)) {
    try {
      process.kill(each, signal);
    } catch {
      // It has ended.
    }
  }
}

/** The process and its descendants; nothing if it has ended. */
export function treeOf(pid: number): number[] {
  if (pid === 0) return [];
  const tree = isRunning(pid) ? [pid] : [];
  for (const each of tree) tree.push(...childrenOf(each));
  return tree;
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  } catch {
    return [];
  }
}
