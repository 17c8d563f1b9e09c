/** A disk of a few megabytes that can be filled and emptied: a tmpfs, which only root may mount. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface SmallDisk extends AsyncDisposable {
  readonly folder: string;
  /** Until only `left` bytes are free. */
  fill(left: number): Promise<void>;
  empty(): Promise<void>;
}

const run = promisify(execFile);
const pieceBytes = 4_096;

/** Undefined where nothing may be mounted. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'tablecast-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tablecast', folder]);
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
  const unmountAtExit = (): void => void execFileSync('umount', ['--lazy', folder]);
  process.once('exit', unmountAtExit);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: async (left) => {
      await using file = await open(ballast, 'w');
      const piece = Buffer.alloc(pieceBytes, 1);
      let written = 0;
      while (written < megabytes * 1024 * 1024) {
        try {
          written += (await file.write(piece)).bytesWritten;
        } catch {
          break;
        }
      }
      await file.truncate(Math.max(0, written - left));
    },
    empty: () => rm(ballast, { force: true }),
    [Symbol.asyncDispose]: async () => {
      // What still has a file open there may end a moment later.
      process.off('exit', unmountAtExit);
      await run('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
