/** How many connections the system lets this process have beside the files that it needs (contract 8.6.1). */
import { readFileSync } from 'node:fs';

/** The rest is for databases, uploads, scratch and processes. */
const share = 0.8;
/** Ten thousand idle ones need 200 MB. */
const most = 20_000;

export function connectionsByOpenFiles(): number {
  return Math.min(most, Math.floor(openFiles() * share));
}

/** Node raises the limit as far as it may when it starts. */
function openFiles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return usualOpenFiles;
  }
}

/** Where the system does not tell. */
const usualOpenFiles = 1_024;
