/**
 * Answers of tables that lie in memory and never change, kept as they were rendered the first time: the same
 * address is asked again and again, and each hit still asks the database which upload is the current one.
 * Pages are left out, for each has a nonce of its own.
 */
import type { FormatName } from '../formats/all-formats.ts';
import type { Table } from '../table.ts';

type Body = string | Uint8Array;

const keptBytes = 16 * 1024 * 1024;
const maxBodyBytes = 1024 * 1024;

export class RenderedAnswers {
  readonly #bodies = new Map<Table, Map<FormatName, Uint8Array>>();
  #bytes = 0;

  get(table: Table, type: FormatName): Uint8Array | undefined {
    return this.#bodies.get(table)?.get(type);
  }

  /** The body as it is to be sent. */
  keep(table: Table, type: FormatName, body: Body): Body {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    if (bytes.byteLength > maxBodyBytes) return bytes;
    const ofTable = this.#bodies.get(table) ?? new Map<FormatName, Uint8Array>();
    if (!ofTable.has(type)) this.#bytes += bytes.byteLength;
    ofTable.set(type, bytes);
    this.#bodies.set(table, ofTable);
    this.#makeRoom();
    return bytes;
  }

  /** The tables kept longest make room. */
  #makeRoom(): void {
    for (const [oldest, bodies] of this.#bodies) {
      if (this.#bytes <= keptBytes) return;
      for (const { byteLength } of bodies.values()) this.#bytes -= byteLength;
      this.#bodies.delete(oldest);
    }
  }
}
