/**
 * Keeps text that must leave in another order than it is made: one lane per column, say. Lanes stay in
 * memory while they are small and go to one scratch file beyond that, so that a large table needs no more memory than
 * a small one (4.7).
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pieceLength } from './row-pieces.ts';

const memoryLimit = 8 * 1024 * 1024;
const readLength = 256 * 1024;

interface Segment {
  readonly offset: number;
  readonly length: number;
}

interface Lane {
  readonly written: Segment[];
  readonly held: Buffer[];
  text: string;
}

export class SpillBuffers {
  readonly #path: string;
  readonly #lanes: readonly Lane[];
  #file: FileHandle | undefined;
  #fileLength = 0;
  #heldLength = 0;
  #textLength = 0;

  constructor(scratchFolder: string, count: number) {
    this.#path = join(scratchFolder, `lanes-${randomUUID()}`);
    this.#lanes = Array.from({ length: count }, () => ({ written: [], held: [], text: '' }));
  }

  append(at: number, text: string): void {
    this.#lane(at).text += text;
    this.#textLength += text.length;
  }

  /** To be awaited now and then while appending: moves what has grown large out of the way. */
  async spill(): Promise<void> {
    if (this.#textLength < pieceLength) return;
    const all = this.#textLength >= memoryLimit;
    for (const lane of this.#lanes) if (all || lane.text.length >= pieceLength) this.#hold(lane);
    if (this.#heldLength >= memoryLimit) await this.#writeOut();
  }

  /** One lane from its beginning; ends with a string, so that the caller can join what is small. */
  async *read(at: number): AsyncGenerator<string | Uint8Array> {
    const lane = this.#lane(at);
    for (const segment of lane.written) yield* this.#readSegment(segment);
    yield* lane.held;
    yield lane.text;
  }

  async close(): Promise<void> {
    if (this.#file === undefined) return;
    await this.#file.close();
    await rm(this.#path, { force: true });
  }

  #lane(at: number): Lane {
    const lane = this.#lanes[at];
    if (lane === undefined) throw new RangeError(`no lane ${at}`);
    return lane;
  }

  #hold(lane: Lane): void {
    if (lane.text === '') return;
    const bytes = Buffer.from(lane.text);
    lane.held.push(bytes);
    this.#heldLength += bytes.length;
    this.#textLength -= lane.text.length;
    lane.text = '';
  }

  async #writeOut(): Promise<void> {
    this.#file ??= await open(this.#path, 'wx+');
    for (const lane of this.#lanes) {
      if (lane.held.length === 0) continue;
      const bytes = Buffer.concat(lane.held);
      await this.#file.writeFile(bytes);
      lane.written.push({ offset: this.#fileLength, length: bytes.length });
      this.#fileLength += bytes.length;
      lane.held.length = 0;
    }
    this.#heldLength = 0;
  }

  async *#readSegment(segment: Segment): AsyncGenerator<Uint8Array> {
    let length = 0;
    while (length < segment.length) {
      const bytes = Buffer.allocUnsafe(Math.min(readLength, segment.length - length));
      const read = await this.#file?.read(bytes, 0, bytes.length, segment.offset + length);
      if (!read?.bytesRead) throw new Error('the scratch file of this export was cut short');
      length += read.bytesRead;
      yield bytes.subarray(0, read.bytesRead);
    }
  }
}
