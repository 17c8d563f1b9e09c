/**
 * An LRU cache of small rendered bodies of tables that never change. Each hit still reads from the database which
 * upload is current, so a new upload is never answered from the cache (contract 1.2.2).
 */
import { isAscii } from 'node:buffer';
import { LRUCache } from 'lru-cache';

const maxBytes = 16 * 1024 * 1024;
const maxBodyBytes = 1024 * 1024;
/** Up to here a text is sent together with its headers in one write, beyond it copying costs more than that saves. */
const maxTextBytes = 16 * 1024;

export class RenderedAnswers {
  readonly #bodies = new LRUCache<string, string | Uint8Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }, key) => Math.max(1, length + key.length),
  });

  get(key: string): string | Uint8Array | undefined {
    return this.#bodies.get(key);
  }

  /** Returns the body as it is sent best. */
  add(key: string, body: string | Uint8Array): string | Uint8Array {
    const kept = typeof body === 'string' ? sentText(body) : sentBytes(body);
    if (kept.length <= maxBodyBytes) this.#bodies.set(key, kept);
    return kept;
  }
}

/** Only ASCII has as many bytes as characters. */
function sentText(text: string): string | Uint8Array {
  const isShort = text.length <= maxTextBytes && Buffer.byteLength(text) === text.length;
  return isShort ? text : Buffer.from(text);
}

function sentBytes(bytes: Uint8Array): string | Uint8Array {
  if (bytes.length > maxTextBytes || !isAscii(bytes)) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
