/**
 * A whole body as the text that a client reads: pieces joined as bytes and decoded as UTF-8.
 */
import { tmpdir } from 'node:os';
import type { Format } from '../../../src/formats/format.ts';
import type { Table } from '../../../src/table/table.ts';

export const renderContext = { title: 'Title', nonce: 'nonce', scratchFolder: tmpdir() };

export async function rendered(format: Format, table: Table): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of format.render(table, renderContext)) {
    pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
  }
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces));
}
