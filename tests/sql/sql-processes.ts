/** The SQL processes of a pool as the system shows them. */
import { readdirSync, readFileSync } from 'node:fs';
import type { SqlGround } from './sql-cast.ts';

/** Those that were started with this scratch folder. */
export function processesOf({ scratchFolder }: Pick<SqlGround, 'scratchFolder'>): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => readProcess(pid, 'environ').includes(scratchFolder))
    .filter((pid) => readProcess(pid, 'cmdline').includes('sandbox/child'))
    .map(Number);
}

export function readProcess(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
