/**
 * Bodies of tables that are in memory and never change, cached as they were rendered the first time: the same
 * address is asked again and again, and each hit still asks the database which upload is the current one.
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

  /** The body as it is to be sent. */
  add(table: Table, type: FormatName, body: Body): Uint8Array {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (bytes.byteLength > maxBodyBytes) return bytes;
    this.#bodies.set(table, new Map([...(this.#bodies.get(table) ?? []), [type, bytes]]));
    return bytes;
  }
}

/** An empty body takes some room, too. */
function bytesOf(bodies: Bodies): number {
  return [...bodies.values()].reduce((sum, { byteLength }) => sum + byteLength, 1);
}
