/**
 * An LRU cache of small rendered bodies of tables that never change. Each hit still reads from the database which
 * upload is current, so a new upload is never answered from the cache (contract 1.2.2).
 */
import { LRUCache } from 'lru-cache';

const maxBytes = 16 * 1024 * 1024;
const maxBodyBytes = 1024 * 1024;

export class RenderedAnswers {
  readonly #bodies = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }, key) => byteLength + key.length,
  });

  get(key: string): Uint8Array | undefined {
    return this.#bodies.get(key);
  }

  /** Returns the body as bytes, ready to send. */
  add(key: string, body: string | Uint8Array): Uint8Array {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (bytes.byteLength <= maxBodyBytes) this.#bodies.set(key, bytes);
    return bytes;
  }
}
