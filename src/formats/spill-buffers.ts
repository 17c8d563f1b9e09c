/**
 * Text buffers for output that is sent in a different order than it is produced, for example column by column. They
 * stay in memory while small and then spill to one scratch file, so that memory use does not grow with the table.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LoopShare } from '../base/loop-share.ts';
import { pieceLength } from './row-pieces.ts';

const memoryLimit = 8 * 1024 * 1024;
const transferLength = 256 * 1024;

interface Segment {
  readonly offset: number;
  readonly length: number;
}

interface SpillBuffer {
  readonly spilled: Segment[];
  readonly held: Buffer[];
  text: string;
}

export class SpillBuffers {
  readonly #path: string;
  readonly #buffers: readonly SpillBuffer[];
  readonly #share = new LoopShare();
  #file: FileHandle | undefined;
  #fileLength = 0;
  #length = 0;
  #appended = 0;

  constructor(scratchFolder: string, count: number) {
    this.#path = join(scratchFolder, `spill-${randomUUID()}`);
    this.#buffers = Array.from({ length: count }, () => ({ spilled: [], held: [], text: '' }));
  }

  append(at: number, text: string): void {
    this.#buffer(at).text += text;
    this.#length += text.length;
    this.#appended += text.length;
  }

  /** True when `spill` must be awaited before more is appended. */
  get isDue(): boolean {
    return this.#appended >= pieceLength;
  }

  /** Moves buffers out of memory when they have become large, and leaves the event loop to others. */
  async spill(): Promise<void> {
    await this.#share.rest();
    this.#appended = 0;
    for (const buffer of this.#buffers) if (buffer.text.length >= pieceLength) this.#hold(buffer);
    if (this.#length >= memoryLimit) await this.#flush();
  }

  /** Reads one buffer from the start; the last piece is a string, so that the caller can join small pieces. */
  async *read(at: number): AsyncGenerator<string | Uint8Array> {
    const buffer = this.#buffer(at);
    for (const segment of buffer.spilled) yield* this.#readSegment(segment);
    yield* buffer.held;
    yield buffer.text;
  }

  async close(): Promise<void> {
    if (this.#file === undefined) return;
    await this.#file.close();
    await rm(this.#path, { force: true });
  }

  #buffer(at: number): SpillBuffer {
    const buffer = this.#buffers[at];
    if (buffer === undefined) throw new RangeError(`no buffer ${at}`);
    return buffer;
  }

  /** As bytes, because a string that was put together from many takes several times the memory. */
  #hold(buffer: SpillBuffer): void {
    if (buffer.text === '') return;
    buffer.held.push(Buffer.from(buffer.text));
    buffer.text = '';
  }

  async #flush(): Promise<void> {
    this.#file ??= await open(this.#path, 'wx+');
    let bytes: Buffer[] = [];
    let offset = this.#fileLength;
    for (const buffer of this.#buffers) {
      this.#hold(buffer);
      if (buffer.held.length === 0) continue;
      const length = buffer.held.reduce((sum, held) => sum + held.length, 0);
      buffer.spilled.push({ offset, length });
      offset += length;
      bytes.push(...buffer.held.splice(0));
      if (offset - this.#fileLength >= transferLength) {
        await this.#append(bytes, offset);
        bytes = [];
      }
    }
    await this.#append(bytes, offset);
    this.#length = 0;
  }

  async #append(bytes: readonly Buffer[], end: number): Promise<void> {
    await this.#file?.appendFile(Buffer.concat(bytes));
    this.#fileLength = end;
  }

  async *#readSegment(segment: Segment): AsyncGenerator<Uint8Array> {
    let length = 0;
    while (length < segment.length) {
      const bytes = Buffer.allocUnsafe(Math.min(transferLength, segment.length - length));
      const read = await this.#file?.read(bytes, 0, bytes.length, segment.offset + length);
      if (!read?.bytesRead) throw new Error('the scratch file of this export was cut short');
      length += read.bytesRead;
      yield bytes.subarray(0, read.bytesRead);
    }
  }
}
