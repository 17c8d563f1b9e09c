/**
 * A lock on a folder that ends with the process that holds it, however that ends: the system gives back the lock of
 * SQLite on a file. It needs neither process ids, which are used again, nor a clock (DESIGN section 2).
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const lockFile = (folder: string): string => join(folder, 'lock');

export function hasLock(folder: string): boolean {
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
