/**
 * Reads a file from front to end, as much as is asked for. When the event loop is so busy that each read waits long for
 * its turn, more is read at once, so that a large body needs few of them (contract 8.6.2).
 */
import type { FileHandle } from 'node:fs/promises';

/** A read from the disk cache takes a tenth of a millisecond. */
const longWaitMs = 4;

export class ForwardReader {
  readonly #file: FileHandle;
  readonly #maxAhead: number;
  #position: number;
  #ahead: Buffer = Buffer.alloc(0);
  #isWaitingLong = false;

  /** Each of a hundred readers that stand still may hold `maxAhead` bytes. */
  constructor(file: FileHandle, position: number, maxAhead: number) {
    this.#file = file;
    this.#maxAhead = maxAhead;
    this.#position = position;
  }

  /** `andNext`: so many bytes are wanted after them in any case. */
  async read(length: number, andNext = 0): Promise<Buffer> {
    if (this.#ahead.length < length) await this.#fill(length, andNext);
    const bytes = this.#ahead.subarray(0, length);
    this.#ahead = this.#ahead.subarray(length);
    return bytes;
  }

  async #fill(length: number, andNext: number): Promise<void> {
    const wanted = this.#isWaitingLong ? Math.max(length + andNext, this.#maxAhead) : length + andNext;
    const buffer = Buffer.allocUnsafeSlow(wanted);
    let filled = this.#ahead.copy(buffer);
    const began = performance.now();
    while (filled < length) {
      const { bytesRead } = await this.#file.read(buffer, filled, wanted - filled, this.#position);
      if (bytesRead === 0) throw new Error('the stored table ends too early');
      filled += bytesRead;
      this.#position += bytesRead;
    }
    this.#isWaitingLong = performance.now() - began > longWaitMs;
    this.#ahead = buffer.subarray(0, filled);
  }
}
