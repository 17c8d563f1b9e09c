/**
 * Scratch files live in a folder of their own for each process below `DATA_DIR/scratch`, locked as long as the
 * process lives: what a crashed one left is removed by whoever starts next, or runs (4.2).
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomId } from '../random-id.ts';
import { lockFolder, removeAbandoned } from './folder-lock.ts';

export interface ScratchFolder extends AsyncDisposable {
  readonly path: string;
}

export async function openScratch(scratchDir: string): Promise<ScratchFolder> {
  const path = join(scratchDir, randomId());
  await mkdir(path, { recursive: true });
  const lock = lockFolder(path);
  if (!lock) throw new Error(`the new folder ${path} is locked`);
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      await rm(path, { recursive: true, force: true });
      lock[Symbol.dispose]();
    },
  };
}

/** Without a lock: just being made, or left by a version that had none. */
const abandonedAfterMs = 6 * 60 * 60 * 1_000;

export async function sweepScratch(scratchDir: string, now: number): Promise<void> {
  await mkdir(scratchDir, { recursive: true });
  for (const name of await readdir(scratchDir)) {
    await removeAbandoned(join(scratchDir, name), now, abandonedAfterMs);
  }
}
