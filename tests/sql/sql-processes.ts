/** The SQL processes of a pool as the system shows them. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { sqlResultsFolder } from '../../src/sql/pool.ts';
import type { SqlGround } from './sql-cast.ts';

/** Those that were started with this scratch folder. */
export function processesOf({ scratchFolder }: Pick<SqlGround, 'scratchFolder'>): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => workingFolderOf(pid) === sqlResultsFolder(scratchFolder))
    .filter((pid) => readProcess(pid, 'cmdline').includes('sandbox/child'))
    .map(Number);
}

function workingFolderOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

export function readProcess(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
