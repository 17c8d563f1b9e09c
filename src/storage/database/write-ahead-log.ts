/**
 * The write-ahead log of an SQLite database, synchronised to the disk by a thread. SQLite itself would do it at the end
 * of each commit, and hold up the event loop for as long as the disk takes: with `synchronous = NORMAL` it leaves it to
 * us. The log is what commits are recovered from, so that one that has been synchronised survives a loss of power.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from '../../errors/error-code.ts';

export class WriteAheadLog {
  readonly #path: string;
  #file: FileHandle | undefined;

  constructor(databaseFile: string) {
    this.#path = `${databaseFile}-wal`;
  }

  /** SQLite locks the database and its index, never the log: opening and closing it here frees no lock. */
  async sync(): Promise<void> {
    this.#file ??= await open(this.#path, 'r+').catch(absent);
    await this.#file?.datasync();
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

/** Nothing has been written yet. */
function absent(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}
