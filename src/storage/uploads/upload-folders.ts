/**
 * Uploads in a folder, one folder each: created under a temporary name, locked as long as the process that writes
 * lives, and renamed once complete and synced. After a crash the previous upload is still valid, and the temporary
 * folder goes with the next sweep.
 */

import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { dayMs } from '../../base/durations.ts';
import { idPattern } from '../../base/random-id.ts';
import { errorCode } from '../../errors/error-code.ts';
import { isTableFile } from '../../table/stored/table-layout.ts';
import { makeDurable } from '../durable.ts';
import { lockFolder, removeAbandoned, removeLock, removeOld } from '../folder-lock.ts';
import type { BegunUpload, OpenUpload, UploadStore } from './upload-store.ts';

const beginning = 'beginning-';
/** Not locked yet. */
const making = 'making-';
/** Without a lock: left in the moment of its making, or by a version that had none. Longer than any upload takes. */
const abandonedAfterMs = dayMs;

export class UploadFolders implements UploadStore {
  readonly name: string;

  constructor(folder: string) {
    this.name = folder;
  }

  async begin(id: string): Promise<BegunUpload> {
    const folder = join(this.name, `${beginning}${id}`);
    const made = join(this.name, `${making}${id}`);
    await mkdir(made, { recursive: true });
    const lock = lockFolder(made);
    if (!lock) throw new Error(`the new folder ${made} is locked`);
    // Locked from the moment at which a sweep looks for its lock.
    await rename(made, folder);
    return {
      folder,
      commit: async () => {
        // Without the file nobody takes the lock for one of a dead process.
        await removeLock(folder);
        lock[Symbol.dispose]();
        await makeDurable(folder);
        await rename(folder, join(this.name, id));
        await makeDurable(this.name);
      },
      [Symbol.asyncDispose]: async () => {
        await rm(folder, { recursive: true, force: true });
        lock[Symbol.dispose]();
      },
    };
  }

  async open(id: string): Promise<OpenUpload> {
    // Every hit asks: joining would look for dots in the name each time.
    return { folder: `${this.name}${sep}${id}`, [Symbol.dispose]: nothingToDo };
  }

  async copy(id: string, target: string): Promise<boolean> {
    const folder = join(this.name, id);
    try {
      for (const name of (await readdir(folder)).filter(isTableFile)) {
        const copy = join(target, name);
        await copyFile(join(folder, name), copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
        await makeDurable(copy);
      }
      return true;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    }
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.name, id), { recursive: true, force: true });
  }

  async list(): Promise<string[]> {
    return (await this.#names()).filter((name) => idPattern.test(name));
  }

  async sweep(now: number): Promise<void> {
    for (const name of await this.#names()) {
      if (name.startsWith(beginning)) await removeAbandoned(join(this.name, name), now, abandonedAfterMs);
      if (name.startsWith(making)) await removeOld(join(this.name, name), now, abandonedAfterMs);
    }
  }

  async localFolder(): Promise<string> {
    return this.name;
  }

  async check(): Promise<void> {}

  async [Symbol.asyncDispose](): Promise<void> {}

  async #names(): Promise<string[]> {
    return readdir(this.name).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    });
  }
}

function nothingToDo(): void {}
