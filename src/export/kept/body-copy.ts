/**
 * A copy of a body in a file, written while the body is sent. It gives up when it fails or becomes too large: the answer
 * goes on without it. It is written in large parts beside the answer, which so waits for few of them.
 */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';

const partBytes = 256 * 1024;

export class BodyCopy {
  bytes = 0;
  readonly #path: string;
  readonly #maxBytes: number;
  #part: Buffer[] = [];
  #partBytes = 0;
  #writing: Promise<void> = Promise.resolve();
  #file: FileHandle | undefined;
  #hasFailed = false;
  #isGivenUp = false;

  constructor(path: string, maxBytes: number) {
    this.#path = path;
    this.#maxBytes = maxBytes;
  }

  /** Resolves when there is room for more; the piece may change then. */
  async add(piece: string | Uint8Array): Promise<void> {
    if (this.#isGivenUp || this.#hasFailed) return;
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : Buffer.copyBytesFrom(piece);
    this.bytes += bytes.length;
    this.#part.push(bytes);
    this.#partBytes += bytes.length;
    if (this.bytes > this.#maxBytes) await this.drop();
    else if (this.#partBytes >= partBytes) await this.#writePart();
  }

  /** False if there is none. */
  async finish(path: string): Promise<boolean> {
    await this.#writePart();
    await this.#writing;
    if (this.#isGivenUp || this.#hasFailed || !this.#file) return false;
    this.#isGivenUp = true;
    await this.#file.close();
    return rename(this.#path, path).then(
      () => true,
      () => false,
    );
  }

  async drop(): Promise<void> {
    if (this.#isGivenUp) return;
    this.#isGivenUp = true;
    this.#part = [];
    await this.#writing;
    await this.#file?.close().catch(() => {});
    await rm(this.#path, { force: true }).catch(() => {});
  }

  /** Waits for the part before only. */
  async #writePart(): Promise<void> {
    const part = this.#part;
    this.#part = [];
    this.#partBytes = 0;
    await this.#writing;
    if (part.length > 0 && !this.#isGivenUp && !this.#hasFailed) this.#writing = this.#append(part);
  }

  async #append(part: readonly Buffer[]): Promise<void> {
    try {
      this.#file ??= await open(this.#path, 'wx', 0o600);
      await this.#file.appendFile(Buffer.concat(part));
    } catch {
      // Removed with the answer.
      this.#hasFailed = true;
    }
  }
}
