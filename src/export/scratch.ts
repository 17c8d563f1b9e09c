/**
 * Removes scratch files and folders that a crashed process left behind. The folder of SQL results is
 * kept; abandoned ones in it are removed too (4.2).
 */
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlResultsFolder } from '../sql/pool.ts';

/** Longer than any export takes. */
const abandonedAfterMs = 6 * 60 * 60 * 1_000;

export async function sweepScratch(scratchDir: string, now: number): Promise<void> {
  const results = sqlResultsFolder(scratchDir);
  for (const folder of [scratchDir, results]) {
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const found = path === results ? undefined : await stat(path).catch(() => undefined);
      if (found && now - found.mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true });
    }
  }
}
