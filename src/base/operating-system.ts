/**
 * What the service asks of the operating system beyond Node: `/proc`, `/dev/shm`, `/bin/sh` and `ulimit`. Linux has all
 * of it. Elsewhere, as on macOS, each has a fallback here, and the start says in one line what is missing (decision 058).
 * `root` is the folder that they are looked for in.
 */
import { existsSync, readdirSync, readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';

/** Where the system does not tell. */
const usualOpenFiles = 1_024;

/** How many files this process may have open; Node raises it as far as it may when it starts. */
export function openFileLimit(root = '/'): number {
  try {
    const limits = readFileSync(join(root, 'proc/self/limits'), 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return usualOpenFiles;
  }
}

const megabyte = 1024 * 1024;

/**
 * Where SQLite sorts what exceeds its cache: in the memory file system when it has room, so that a statement
 * does not fill the disk. The files have no name, so they end with their process (contract 4.8.7).
 */
export function sortFolder(memoryLimitMb: number, otherwise: string, root = '/'): string {
  const memoryFileSystem = join(root, 'dev/shm');
  try {
    const { bavail, bsize } = statfsSync(memoryFileSystem);
    return bavail * bsize >= 4 * memoryLimitMb * megabyte ? memoryFileSystem : otherwise;
  } catch {
    return otherwise;
  }
}

/** The size of the nameless files that a process holds open; 0 where the system does not tell. */
export function sortedBytes(pid: number, root = '/'): number {
  let bytes = 0;
  try {
    const folder = join(root, `proc/${pid}/fd`);
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (readlinkSync(file).endsWith(' (deleted)')) bytes += statSync(file).size;
    }
  } catch {
    return bytes;
  }
  return bytes;
}

interface ProcessLimits {
  /** In kilobytes; only Linux counts all memory of a process. */
  readonly dataKb: number;
  /** Of a single file, in blocks of 512 bytes. */
  readonly fileBlocks: number;
}

/**
 * Sets the limits that the system knows and waits beside the process: when the service is gone, however it ended, the
 * fourth pipe closes and the process is killed even in the middle of a statement.
 */
const script = `ulimit -d "$1"; ulimit -f "$2"; shift 2
exec 4<&0 </dev/null
"$@" <&4 3<&- 4<&- &
exec 4<&- >&-
read -r _ <&3
kill -9 $! 2>/dev/null`;

/** The program and its arguments that run `command` within the limits. Its fourth pipe must stay open. */
export function withinLimits(
  { dataKb, fileBlocks }: ProcessLimits,
  command: readonly string[],
): readonly [string, string[]] {
  return ['/bin/sh', ['-c', script, 'sh', String(dataKb), String(fileBlocks), ...command]];
}

/**
 * What works for one caller, such as a SQL process or the thread that reads uploads, leaves the processors to what
 * answers everybody. Only Linux has a priority for each thread; elsewhere a thread would lower the whole service's.
 */
export function lowerPriority(of: 'process' | 'thread', platform: string = process.platform): void {
  if (of === 'process' || platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

/** What each is for, as an operator reads it where it is missing. */
const facilities: Readonly<Record<string, string>> = {
  'proc/self/fd': '/proc: what a SQL statement sorts is not limited, and 1,024 open files are assumed',
  'dev/shm': '/dev/shm: SQL statements sort on the disk',
  'bin/sh': '/bin/sh: requests with `sql` fail',
};

/** Empty on Linux. */
export function missingFacilities(root = '/', platform: string = process.platform): string[] {
  const missing = Object.entries(facilities).flatMap(([path, lack]) =>
    existsSync(join(root, path)) ? [] : [lack],
  );
  const unlimited = 'ulimit -d: the memory of a SQL statement is not limited by the system';
  return platform === 'linux' ? missing : [...missing, unlimited];
}
