/**
 * An LRU cache of rendered bodies, for tables in memory that never change. Each hit still reads from the database
 * which upload is current, so a new upload is never answered from the cache (4.2).
 */
import { LRUCache } from 'lru-cache';
import type { FormatName } from '../formats/all-formats.ts';
import type { Table } from '../table.ts';

type Body = string | Uint8Array;
type Bodies = ReadonlyMap<FormatName, Uint8Array>;

const maxBytes = 16 * 1024 * 1024;
const maxBodyBytes = 1024 * 1024;

export class RenderedAnswers {
  readonly #bodies = new LRUCache<Table, Bodies>({ maxSize: maxBytes, sizeCalculation: bytesOf });

  get(table: Table, type: FormatName): Uint8Array | undefined {
    return this.#bodies.get(table)?.get(type);
  }

  /** Returns the body as bytes, ready to send. */
  add(table: Table, type: FormatName, body: Body): Uint8Array {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (bytes.byteLength > maxBodyBytes) return bytes;
    this.#bodies.set(table, new Map([...(this.#bodies.get(table) ?? []), [type, bytes]]));
    return bytes;
  }
}

/** Starts at 1, because the cache rejects a size of 0. */
function bytesOf(bodies: Bodies): number {
  return [...bodies.values()].reduce((sum, { byteLength }) => sum + byteLength, 1);
}
