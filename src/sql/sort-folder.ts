/**
 * Where SQLite sorts what exceeds its cache: in the memory file system when it has room, so that a statement
 * does not fill the disk. The files have no name, so they end with their process (contract 4.8.7).
 */
import { readdirSync, readlinkSync, statfsSync, statSync } from 'node:fs';

const memoryFileSystem = '/dev/shm';
const megabyte = 1024 * 1024;

export function sortFolder(memoryLimitMb: number, otherwise: string): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFileSystem);
    return bavail * bsize >= 4 * memoryLimitMb * megabyte ? memoryFileSystem : otherwise;
  } catch {
    return otherwise;
  }
}

/** The size of the nameless files that a process holds open; 0 where the system does not tell. */
export function sortedBytes(pid: number): number {
  let bytes = 0;
  try {
    const folder = `/proc/${pid}/fd`;
    for (const name of readdirSync(folder)) {
      const file = `${folder}/${name}`;
      if (readlinkSync(file).endsWith(' (deleted)')) bytes += statSync(file).size;
    }
  } catch {
    return bytes;
  }
  return bytes;
}
