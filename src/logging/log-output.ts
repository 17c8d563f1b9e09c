/**
 * Where log lines go: standard output, which may be a full disk or a pipe that nobody reads. The service never waits
 * for it and never ends because of it: what cannot be written is kept up to a bound, the rest is dropped, and a line
 * tells how much was lost (contract 10.5.1).
 */
import { fstatSync, write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Gathered lines are written at once from here on. */
const worthWriting = 16 * 1024;
const maxWaitingBytes = 1024 * 1024;

/** Calls `done` with an error, or with the number of bytes that were written. */
type Write = (bytes: Buffer, done: (error: unknown, written: number) => void) => void;

export class LogOutput implements DestinationStream {
  readonly #fd: number;
  readonly #form: (line: string) => string;
  #write: Write | undefined;
  #waiting: string[] = [];
  #waitingBytes = 0;
  /** What is being written, or could not be. */
  #current: Buffer = Buffer.alloc(0);
  #isWriting = false;
  #lost = 0;
  readonly #flushed: (() => void)[] = [];

  /** Lines are written as `form` makes them. */
  constructor(fd = 1, form: (line: string) => string = (line) => line) {
    this.#fd = fd;
    this.#form = form;
  }

  write(json: string): void {
    const line = this.#form(json);
    const bytes = Buffer.byteLength(line);
    if (this.#waitingBytes + bytes > maxWaitingBytes) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(line);
    this.#waitingBytes += bytes;
    if (this.#waitingBytes >= worthWriting && this.#current.length === 0) this.#begin();
  }

  /** `done` is called when all has been written, or cannot be now. */
  flush(done?: () => void): void {
    if (done) this.#flushed.push(done);
    this.#begin();
  }

  /** The last attempt of a process that ends. What is being written is left to the system. */
  flushAtExit(): void {
    if (!this.#isWriting) this.#takeWaiting();
    const rest = this.#isWriting ? Buffer.from(this.#waiting.join('')) : this.#current;
    try {
      if (rest.length > 0) writeSync(this.#fd, rest);
    } catch {
      // There is nobody left to tell.
    }
  }

  #begin(): void {
    if (this.#isWriting) return;
    if (this.#current.length === 0) this.#takeWaiting();
    if (this.#current.length === 0) {
      this.#tellFlushed();
      return;
    }
    this.#isWriting = true;
    this.#write ??= writerOf(this.#fd);
    this.#write(this.#current, (error, written) => {
      this.#isWriting = false;
      // Tried again with the next flush, from where it stopped.
      if (error) {
        this.#tellFlushed();
        return;
      }
      this.#current = this.#current.subarray(written);
      // A few lines wait for the next flush: to write each by itself costs more than the hit that it is about.
      const isDue = this.#flushed.length > 0 || this.#waitingBytes >= worthWriting;
      if (this.#current.length > 0 || isDue) this.#begin();
    });
  }

  #takeWaiting(): void {
    const lost = this.#lost > 0 ? [this.#form(lostLine(this.#lost))] : [];
    this.#current = Buffer.concat([this.#current, Buffer.from([...this.#waiting, ...lost].join(''))]);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#lost = 0;
  }

  #tellFlushed(): void {
    for (const done of this.#flushed.splice(0)) done();
  }
}

function lostLine(lost: number): string {
  return `${JSON.stringify({ level: 40, time: Date.now(), lost, msg: `${lost} log lines were lost` })}\n`;
}

/**
 * A write to a file is made by a thread; to a pipe or socket that nobody reads, such a thread would wait for ever and
 * hold up the end of the process. Node's own stream waits for it without a thread.
 */
function writerOf(fd: number): Write {
  const kind = fstatSync(fd);
  if (fd !== 1 || !(kind.isFIFO() || kind.isSocket())) {
    return (bytes, done) => write(fd, bytes, 0, bytes.length, null, (error, written) => done(error, written));
  }
  const { stdout } = process;
  // Told to who wrote; without a listener it would end the process.
  stdout.on('error', () => {});
  return (bytes, done) => stdout.write(bytes, (error) => done(error, bytes.length));
}
