/**
 * An upload arrives once but may have to be read twice, when what its beginning promised does not hold for
 * all of it. Every reading starts at the first byte; bytes are kept in a scratch file as they arrive, and
 * no more of the upload is read than is needed.
 */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inputRefused, type RefusedError } from '../../errors/refused-error.ts';
import { inMegabytes } from './limits.ts';

const pieceBytes = 128 * 1024;

export class CsvSpool {
  readonly #input: AsyncIterator<Uint8Array>;
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #maxBytes: number;
  #stored = 0;

  static async open(input: AsyncIterable<Uint8Array>, folder: string, maxBytes: number): Promise<CsvSpool> {
    const path = join(folder, 'upload.raw');
    return new CsvSpool(input[Symbol.asyncIterator](), path, await open(path, 'w+'), maxBytes);
  }

  private constructor(input: AsyncIterator<Uint8Array>, path: string, file: FileHandle, maxBytes: number) {
    this.#input = input;
    this.#path = path;
    this.#file = file;
    this.#maxBytes = maxBytes;
  }

  async *read(): AsyncGenerator<Buffer, void, undefined> {
    yield* this.#kept(this.#stored);
    for (let next = await this.#input.next(); !next.done; next = await this.#input.next()) {
      const { buffer, byteOffset, byteLength } = next.value;
      if (byteLength > 0) yield* this.#keep(Buffer.from(buffer, byteOffset, byteLength));
    }
  }

  /** Lets go of the upload and of the scratch file. */
  async remove(): Promise<void> {
    await this.#file.close();
    await rm(this.#path, { force: true });
    await this.#input.return?.();
  }

  async *#kept(length: number): AsyncGenerator<Buffer, void, undefined> {
    for (let at = 0; at < length; ) {
      const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at);
      if (bytesRead === 0) throw new Error('the scratch copy of the upload ends too early');
      yield buffer.subarray(0, Math.min(bytesRead, length - at));
      at += bytesRead;
    }
  }

  async *#keep(chunk: Buffer): AsyncGenerator<Buffer, void, undefined> {
    if (this.#stored + chunk.length > this.#maxBytes) throw tooLarge(this.#maxBytes);
    const kept = writeWhole(this.#file, chunk, this.#stored);
    // Awaited below: until then a failure has no other listener.
    kept.catch(() => {});
    this.#stored += chunk.length;
    try {
      for (let at = 0; at < chunk.length; at += pieceBytes) yield chunk.subarray(at, at + pieceBytes);
    } finally {
      await kept;
    }
  }
}

async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

function tooLarge(maxBytes: number): RefusedError {
  return inputRefused(
    `The file is larger than the limit of ${inMegabytes(maxBytes)}. Leave out rows or columns that you don't need, or split it into several files.`,
  );
}
