/**
 * Where tests keep their databases and files: in memory where there is plenty of it, because each commit would
 * otherwise wait for the disk, and no test asks what survives a power failure.
 */
import { accessSync, constants, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

export function temporaryFolder(): string {
  return isRoomy(memoryFolder) ? memoryFolder : tmpdir();
}

const memoryFolder = '/dev/shm';
const roomyBytes = 6 * 1024 ** 3;

function isRoomy(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > roomyBytes && freemem() > roomyBytes;
  } catch {
    return false;
  }
}
