/**
 * Scratch files live in a folder of their own for each process below `DATA_DIR/scratch`, locked as long as the
 * process lives: what a crashed one left is removed by whoever starts next, or runs.
 */

import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hourMs } from '../base/durations.ts';
import { randomId } from '../base/random-id.ts';
import { oneByOne } from './database/one-by-one.ts';
import { lockFolder, removeAbandoned, removeOld } from './folder-lock.ts';

/** Not locked yet. */
const making = 'making-';

export interface ScratchFolder extends AsyncDisposable {
  readonly path: string;
}

export async function openScratch(scratchDir: string): Promise<ScratchFolder> {
  const id = randomId();
  const path = join(scratchDir, id);
  const made = join(scratchDir, making + id);
  await mkdir(made, { recursive: true });
  const lock = lockFolder(made);
  if (!lock) throw new Error(`the new folder ${made} is locked`);
  // Locked from the moment at which a sweep looks for its lock.
  await rename(made, path);
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      await rm(path, { recursive: true, force: true });
      lock[Symbol.dispose]();
    },
  };
}

/** Without a lock: just being made, or left by a version that had none. */
const abandonedAfterMs = 6 * hourMs;

export async function sweepScratch(scratchDir: string, now: number): Promise<void> {
  await mkdir(scratchDir, { recursive: true });
  await oneByOne(await readdir(scratchDir), (name) => {
    const remove = name.startsWith(making) ? removeOld : removeAbandoned;
    return remove(join(scratchDir, name), now, abandonedAfterMs);
  });
}
