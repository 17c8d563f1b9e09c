/** The frames in which the service and a SQL process exchange JSON and bytes over a pipe. */

const lengthBytes = 4;
export const maxFrameBytes = 16 * 1024 * 1024;

/** The length of the whole, the length of the JSON, the JSON, and bytes that belong to it. */
export function frame(json: string, ...attached: readonly Uint8Array[]): Buffer {
  const head = Buffer.from(json, 'utf8');
  const lengths = Buffer.allocUnsafe(2 * lengthBytes);
  const length = attached.reduce((sum, { byteLength }) => sum + byteLength, head.byteLength);
  lengths.writeUInt32LE(length, 0);
  lengths.writeUInt32LE(head.byteLength, lengthBytes);
  return Buffer.concat([lengths, head, ...attached]);
}

export interface Frame {
  readonly json: string;
  readonly attached: Buffer;
}

/** Collects the bytes of frames as they arrive. */
export class FrameReader {
  #bytes: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
  }

  /** The next whole frame, if it is there. */
  next(): Frame | undefined {
    const start = 2 * lengthBytes;
    if (this.#bytes.length < start) return undefined;
    const end = start + this.#bytes.readUInt32LE(0);
    const attachedFrom = start + this.#bytes.readUInt32LE(lengthBytes);
    if (end > maxFrameBytes || attachedFrom > end) throw new RangeError('a frame is too long');
    if (this.#bytes.length < end) return undefined;
    const json = this.#bytes.toString('utf8', start, attachedFrom);
    const attached = this.#bytes.subarray(attachedFrom, end);
    this.#bytes = this.#bytes.subarray(end);
    return { json, attached };
  }
}
