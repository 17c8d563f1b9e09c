/**
 * The write-ahead log of an SQLite database, synchronised to the disk by a thread. SQLite itself would do it at the end
 * of each commit, and hold up the event loop for as long as the disk takes: with `synchronous = NORMAL` it leaves it to
 * us. The log is what commits are recovered from, so that one that has been synchronised survives a loss of power.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from '../../errors/error-code.ts';

export class WriteAheadLog {
  readonly #path: string;
  #file: Promise<FileHandle | undefined> | undefined;

  constructor(databaseFile: string) {
    this.#path = `${databaseFile}-wal`;
  }

  /** SQLite locks the database and its index, never the log: opening and closing it here frees no lock. */
  async sync(): Promise<void> {
    this.#file ??= this.#open();
    const file = await this.#file;
    await file?.datasync();
  }

  async close(): Promise<void> {
    const file = await this.#file;
    this.#file = undefined;
    await file?.close();
  }

  /** Undefined while nothing has been written: the next one looks again. */
  async #open(): Promise<FileHandle | undefined> {
    try {
      return await open(this.#path, 'r+');
    } catch (error) {
      this.#file = undefined;
      if (errorCode(error) !== 'ENOENT') throw error;
      return undefined;
    }
  }
}
