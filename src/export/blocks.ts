/**
 * A body in blocks of one length, for compressors. The buffers are used again: a hundred bodies under way would
 * otherwise leave gigabytes of garbage (contract 8.6.2).
 */
import type { Pieces } from './answer.ts';

const blockLength = 128 * 1024;
const maxUnused = 16;

export interface Block {
  readonly bytes: Uint8Array;
  /** Called when the bytes are no longer needed. */
  readonly release: () => void;
}

const unused: Uint8Array[] = [];
const encoder = new TextEncoder();

export async function* blocks(pieces: Pieces): AsyncGenerator<Block> {
  let buffer: Uint8Array | undefined;
  let length = 0;
  for await (const piece of pieces) {
    for (let rest = piece; rest.length > 0; ) {
      buffer ??= unused.pop() ?? Buffer.allocUnsafeSlow(blockLength);
      const { read, written } = copyInto(buffer.subarray(length), rest);
      rest = typeof rest === 'string' ? rest.slice(read) : rest.subarray(read);
      length += written;
      if (rest.length === 0) break;
      yield blockOf(buffer, length);
      buffer = undefined;
      length = 0;
    }
  }
  if (buffer) yield blockOf(buffer, length);
}

/** As much as there is room for; no character is split. */
function copyInto(target: Uint8Array, piece: string | Uint8Array): { read: number; written: number } {
  if (typeof piece === 'string') return encoder.encodeInto(piece, target);
  const length = Math.min(piece.length, target.length);
  target.set(piece.subarray(0, length));
  return { read: length, written: length };
}

function blockOf(buffer: Uint8Array, length: number): Block {
  return {
    bytes: buffer.subarray(0, length),
    release: () => {
      if (unused.length < maxUnused) unused.push(buffer);
    },
  };
}
