/**
 * A lock on a folder that ends with the process that holds it, however that ends: the system gives back the lock of
 * SQLite on a file. It needs neither process ids, which are used again, nor a clock.
 */
import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const lockFile = (folder: string): string => join(folder, 'lock');

function hasLock(folder: string): boolean {
  return existsSync(lockFile(folder));
}

/** The file only: who holds the lock goes on holding it. */
export async function removeLock(folder: string): Promise<void> {
  await rm(lockFile(folder));
}

/** Undefined while another holds it. */
export function lockFolder(folder: string): Disposable | undefined {
  const database = new DatabaseSync(lockFile(folder), { timeout: 0 });
  try {
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch {
    database.close();
    return undefined;
  }
  return {
    [Symbol.dispose]: () => {
      if (database.isOpen) database.close();
    },
  };
}

/** Unless its process lives; one without a lock only when nobody has touched it for `oldMs`. */
export async function removeAbandoned(folder: string, now: number, oldMs: number): Promise<void> {
  if (!hasLock(folder)) return removeOld(folder, now, oldMs);
  using lock = lockFolder(folder);
  if (lock) await rm(folder, { recursive: true, force: true });
}

export async function removeOld(folder: string, now: number, oldMs: number): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (found && now - found.mtimeMs > oldMs) await rm(folder, { recursive: true, force: true });
}
