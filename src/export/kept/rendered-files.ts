/**
 * Rendered bodies of large uploads, kept on disk: an upload never changes, so a second reader is sent the file that
 * the first one's body became. Each lies in the folder of its upload and goes with it; all together are bounded in
 * bytes, and the one unused for longest is removed first.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { fileBytes } from '../../table/stored/file-bytes.ts';
import { type Answer, beginAnswer, type Pieces } from '../answer.ts';
import { BodyCopy } from './body-copy.ts';

export interface Rendering {
  readonly folder: string;
  /** Everything that the body depends on, besides the upload. */
  readonly key: readonly string[];
}

interface Kept {
  readonly path: string;
  readonly nonce: string;
}

export interface KeptAnswer extends Answer {
  readonly nonce: string;
}

const maxWriters = 4;
const unfinished = 'rendering-';
const fileName = /^rendered-([0-9a-f]{32})-([\w-]*)$/;

/** Of the files in an upload's folder, those that can be made again. */
function isRendering(name: string): boolean {
  return name.startsWith(unfinished) || fileName.test(name);
}

export class RenderedFiles {
  readonly #maxBytes: number;
  readonly #kept: LRUCache<string, Kept>;
  readonly #writing = new Set<string>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#kept = new LRUCache({
      maxSize: Math.max(1, maxBytes),
      dispose: ({ path }) => remove(path),
    });
  }

  /** Finds what an earlier run has kept; the most recent is kept for longest. */
  async findKept(uploadsDir: string): Promise<void> {
    const found: (Kept & { readonly id: string; readonly bytes: number; readonly usedMs: number })[] = [];
    for (const upload of await readdir(uploadsDir).catch(() => [])) {
      const folder = join(uploadsDir, upload);
      for (const name of await readdir(folder).catch(() => [])) {
        if (!isRendering(name)) continue;
        const path = join(folder, name);
        const [, hash, nonce = ''] = fileName.exec(name) ?? [];
        const info = await stat(path).catch(() => undefined);
        if (hash === undefined || !info) await rm(path, { force: true });
        else found.push({ id: join(folder, hash), path, nonce, bytes: info.size, usedMs: info.mtimeMs });
      }
    }
    found.sort((one, other) => one.usedMs - other.usedMs);
    for (const { id, path, nonce, bytes } of found) this.#add(id, { path, nonce }, bytes);
  }

  async read(rendering: Rendering): Promise<KeptAnswer | undefined> {
    const id = idOf(rendering);
    const kept = this.#kept.get(id);
    if (!kept) return undefined;
    try {
      return { ...(await beginAnswer(fileBytes(kept.path))), nonce: kept.nonce };
    } catch {
      this.#kept.delete(id);
      return undefined;
    }
  }

  /** Passes the pieces on, and keeps them when they have come to their end. */
  async *keep(rendering: Rendering, nonce: string, pieces: Pieces): AsyncGenerator<string | Uint8Array> {
    const id = idOf(rendering);
    if (this.#maxBytes === 0 || this.#writing.has(id) || this.#writing.size >= maxWriters) {
      yield* pieces;
      return;
    }
    this.#writing.add(id);
    const copy = new BodyCopy(join(rendering.folder, unfinished + randomUUID()), this.#maxBytes / 4);
    try {
      for await (const piece of pieces) {
        await copy.add(piece);
        yield piece;
      }
      const path = join(rendering.folder, `rendered-${id.slice(-32)}-${nonce}`);
      if (await copy.finish(path)) this.#add(id, { path, nonce }, copy.bytes);
    } finally {
      this.#writing.delete(id);
      await copy.drop();
    }
  }

  #add(id: string, kept: Kept, bytes: number): void {
    this.#kept.set(id, kept, { size: Math.max(1, bytes) });
    if (!this.#kept.has(id)) remove(kept.path);
  }
}

/** A file that cannot be removed now is found at the next start. */
function remove(path: string): void {
  rm(path, { force: true }).catch(() => {});
}

function idOf({ folder, key }: Rendering): string {
  const hash = createHash('sha256').update(JSON.stringify(key)).digest('hex');
  return join(folder, hash.slice(0, 32));
}
