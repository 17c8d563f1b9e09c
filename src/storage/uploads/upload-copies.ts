/**
 * Local copies of the uploads in a bucket, bounded in bytes: the one unused for longest goes first, never one that is
 * being read. A copy appears whole or not at all, and room for it is reserved before it is fetched (contract 1.3.13).
 */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { idPattern, randomId } from '../../base/random-id.ts';
import { ServiceError, serviceBusy } from '../../errors/errors.ts';
import { descriptionFile, isTableFile } from '../../table/stored/table-layout.ts';
import { makeDurable } from '../durable.ts';
import type { OpenUpload } from './upload-store.ts';

interface Copy {
  readonly bytes: number;
  readers: number;
  /** Goes with its last reader. */
  evictOnRelease: boolean;
}

export class UploadCopies {
  readonly folder: string;
  readonly #maxBytes: number;
  /** In the order of their last use. */
  readonly #copies = new Map<string, Copy>();
  readonly #fetching = new Map<string, Promise<void>>();
  readonly #removing = new Set<Promise<void>>();
  #usedBytes = 0;

  /** Takes over what an earlier process left: whole copies stay, the one used last for longest. */
  static async open(folder: string, maxBytes: number): Promise<UploadCopies> {
    const copies = new UploadCopies(folder, maxBytes);
    await copies.#find();
    return copies;
  }

  private constructor(folder: string, maxBytes: number) {
    this.folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Undefined when there is none; it is not waited for. */
  hold(id: string): OpenUpload | undefined {
    const copy = this.#copies.get(id);
    if (!copy || copy.evictOnRelease) return undefined;
    this.#copies.delete(id);
    this.#copies.set(id, copy);
    copy.readers += 1;
    let isHeld = true;
    return {
      folder: join(this.folder, id),
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#release(id, copy);
      },
    };
  }

  /** Made by `fetch` unless it is there; several who ask for the same one wait for one fetch. */
  fetch(id: string, work: Fetch): Promise<void> {
    const running = this.#fetching.get(id) ?? this.#fetch(id, work).finally(() => this.#fetching.delete(id));
    this.#fetching.set(id, running);
    return running;
  }

  /** A folder with all files of an upload becomes its copy, if there is room for it. */
  async adopt(id: string, folder: string, bytes: number): Promise<void> {
    try {
      await this.#reserve(bytes);
    } catch {
      return;
    }
    await this.#keep(id, folder, bytes).catch(() => this.#free(bytes));
  }

  /** It is not given to further readers. */
  drop(id: string): void {
    const copy = this.#copies.get(id);
    if (!copy) return;
    copy.evictOnRelease = true;
    if (copy.readers === 0) this.#remove(id, copy);
  }

  /** Waits for what is being fetched and removed. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#fetching.values(), ...this.#removing]);
  }

  async #fetch(id: string, work: Fetch): Promise<void> {
    const target = join(this.folder, `fetching-${randomId()}`);
    const bytes = await work.size();
    await this.#reserve(bytes);
    try {
      await mkdir(target);
      await work.into(target);
      await this.#keep(id, target, bytes);
    } catch (error) {
      await rm(target, { recursive: true, force: true });
      this.#free(bytes);
      throw error;
    }
    // Not removed before those who waited for it have got hold of it.
    const held = this.hold(id);
    setImmediate(() => held?.[Symbol.dispose]());
  }

  async #keep(id: string, folder: string, bytes: number): Promise<void> {
    await makeDurable(folder);
    // The place may still be that of a copy on its way out.
    await Promise.all(this.#removing);
    await rename(folder, join(this.folder, id));
    this.#copies.set(id, { bytes, readers: 0, evictOnRelease: false });
  }

  async #reserve(bytes: number): Promise<void> {
    if (bytes > this.#maxBytes) {
      throw new ServiceError('sourceUnavailable', {
        cause: new Error(`the upload has ${bytes} bytes, which is more than UPLOADS_CACHE_MB`),
      });
    }
    while (this.#usedBytes + bytes > this.#maxBytes) {
      const unused = this.#copies.entries().find(([, { readers }]) => readers === 0);
      if (unused) this.#remove(...unused);
      if (this.#removing.size === 0) throw serviceBusy();
      await Promise.race(this.#removing);
    }
    this.#usedBytes += bytes;
  }

  #release(id: string, copy: Copy): void {
    copy.readers -= 1;
    if (copy.readers === 0 && copy.evictOnRelease) this.#remove(id, copy);
  }

  /** Its bytes count until they are gone. */
  #remove(id: string, { bytes }: Copy): void {
    this.#copies.delete(id);
    const removal = this.#removeFolder(id)
      .catch(() => {})
      .then(() => {
        this.#free(bytes);
        this.#removing.delete(removal);
      });
    this.#removing.add(removal);
  }

  async #removeFolder(id: string): Promise<void> {
    const away = join(this.folder, `removing-${randomId()}`);
    await rename(join(this.folder, id), away);
    await rm(away, { recursive: true, force: true });
  }

  #free(bytes: number): void {
    this.#usedBytes -= bytes;
  }

  async #find(): Promise<void> {
    const found: { id: string; bytes: number; usedMs: number }[] = [];
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const bytes = idPattern.test(name) ? await wholeBytes(path) : undefined;
      if (bytes !== undefined) found.push({ id: name, bytes, usedMs: (await stat(path)).mtimeMs });
      else if (name !== 'lock') await rm(path, { recursive: true, force: true });
    }
    found.sort((one, other) => other.usedMs - one.usedMs);
    const kept = found.filter(({ bytes }) => {
      const fits = this.#usedBytes + bytes <= this.#maxBytes;
      if (fits) this.#usedBytes += bytes;
      return fits;
    });
    for (const { id, bytes } of kept.toReversed()) {
      this.#copies.set(id, { bytes, readers: 0, evictOnRelease: false });
    }
    for (const { id } of found) {
      if (!this.#copies.has(id)) await rm(join(this.folder, id), { recursive: true, force: true });
    }
  }
}

interface Fetch {
  size(): Promise<number>;
  into(folder: string): Promise<void>;
}

/** Of the table in a folder; undefined if it is not whole. */
export async function wholeBytes(folder: string): Promise<number | undefined> {
  if (!(await stat(descriptionFile(folder)).catch(() => undefined))) return undefined;
  const files = (await readdir(folder)).filter(isTableFile);
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
