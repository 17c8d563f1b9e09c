/**
 * The resumable protocol of Drive: chunks go to a session until it answers with the finished file. After a
 * failure the session is asked what arrived, and the upload goes on from there; no byte is sent blindly twice,
 * and a session that may have made its file is never replaced by another (4.6).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import { type CallPlatform, PlatformRefusal, type PlatformResponse } from '../platform-request.ts';
import { SaveProblem } from './save-errors.ts';

export interface Upload {
  readonly call: CallPlatform;
  readonly signal: AbortSignal;
  readonly bytes: number;
  /** The next bytes from there, as many as go in one chunk; they stand until the next call. */
  read(start: number): Promise<Uint8Array>;
}

/** The session is gone, and it surely made no file. */
export class SessionLost extends SaveProblem {
  constructor() {
    super('Google Drive lost the upload.');
  }
}

const maxRetries = 5;
const firstPauseMs = 200;
/** Less than this is no progress: Drive stores chunks in this unit. */
const storedUnit = 256 * 1024;

type Step = 'done' | 'unknown' | { readonly stored: number };

/** Sends the whole to the session of that path; its retries are counted over all sessions of the upload. */
export function resumableUpload(upload: Upload): (path: string) => Promise<void> {
  let retries = 0;

  async function retry(): Promise<void> {
    if (retries === maxRetries)
      throw new SaveProblem('Google Drive failed again and again during the upload.');
    await delay(firstPauseMs * 2 ** retries, undefined, { signal: upload.signal });
    retries += 1;
  }

  return async (path) => {
    const session = new UploadSession(upload, path);
    while (!session.isDone) {
      upload.signal.throwIfAborted();
      if (!(await session.proceed())) await retry();
    }
  };
}

class UploadSession {
  isDone = false;
  readonly #upload: Upload;
  readonly #path: string;
  /** What surely arrived. */
  #stored = 0;
  /** How far bytes were sent. */
  #sent = 0;
  #isUnknown = false;

  constructor(upload: Upload, path: string) {
    this.#upload = upload;
    this.#path = path;
  }

  /** One call; answers whether it brought the upload on. */
  async proceed(): Promise<boolean> {
    const isQuestion = this.#isUnknown || this.#stored === this.#upload.bytes;
    const step = isQuestion ? await this.#ask() : await this.#sendChunk();
    if (step === 'done') {
      this.#finish();
      return true;
    }
    if (step === 'unknown') {
      this.#isUnknown = true;
      return false;
    }
    return this.#goOnFrom(step.stored);
  }

  #finish(): void {
    if (this.#sent < this.#upload.bytes) throw new SaveProblem('Google Drive ended the upload too early.');
    this.isDone = true;
  }

  #goOnFrom(stored: number): boolean {
    if (stored > this.#sent) throw new SaveProblem('Google Drive reports bytes that were never sent.');
    const progress = stored - this.#stored;
    const wasUnknown = this.#isUnknown;
    this.#stored = stored;
    this.#isUnknown = false;
    return wasUnknown || progress >= storedUnit || (progress > 0 && stored === this.#sent);
  }

  async #sendChunk(): Promise<Step> {
    const chunk = await this.#upload.read(this.#stored);
    const end = this.#stored + chunk.length;
    this.#sent = Math.max(this.#sent, end);
    return this.#put(`${this.#stored}-${end - 1}`, chunk);
  }

  /** For a file without bytes this is also what finishes it. */
  #ask(): Promise<Step> {
    return this.#put('*', new Uint8Array(0));
  }

  async #put(range: string, bytes: Uint8Array): Promise<Step> {
    try {
      const answer = await this.#upload.call({
        method: 'PUT',
        path: this.#path,
        bytes,
        headers: { 'Content-Range': `bytes ${range}/${this.#upload.bytes}` },
        scope: 'drive',
        once: true,
      });
      return answer.status === 308 ? { stored: storedBytes(answer) } : 'done';
    } catch (error) {
      if (error instanceof ServiceError && error.key === 'sourceUnavailable') return 'unknown';
      throw isLost(error) ? this.#lost() : error;
    }
  }

  /** The file may exist when its last byte was sent and what became of that is not known. */
  #lost(): SaveProblem {
    const mayExist = this.#isUnknown && this.#sent === this.#upload.bytes;
    if (!mayExist) return new SessionLost();
    return new SaveProblem(
      'Google Drive lost the upload at its end. Look in the drive whether the file is there.',
    );
  }
}

function isLost(error: unknown): boolean {
  return error instanceof PlatformRefusal && (error.status === 404 || error.status === 410);
}

/** `Range: bytes=0-262143` of a 308; absent when nothing is stored. */
function storedBytes({ headers }: PlatformResponse): number {
  const range = headers['range'];
  if (range === undefined) return 0;
  const last = /^(?:bytes=)?0-(\d{1,15})$/.exec(range.trim())?.[1];
  if (last === undefined)
    throw new SaveProblem('Google Drive answered the upload in a form that cannot be read.');
  return Number(last) + 1;
}
