/**
 * Drive's resumable upload protocol: sends chunks to a session until it responds with the finished file. After a
 * failure it queries the session for the stored range and resumes from there, so no chunk is resent blindly, and a
 * session that may have created its file is never replaced by another (contract 4.6.12).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors/errors.ts';
import { type CallPlatform, PlatformRefusal, type PlatformResponse } from '../platform/platform-request.ts';
import { SaveProblem } from './save-errors.ts';

export interface Upload {
  readonly call: CallPlatform;
  readonly signal: AbortSignal;
  readonly bytes: number;
  /** Returns the chunk that begins at `start`; its bytes are valid until the next call. */
  read(start: number): Promise<Uint8Array>;
}

/** The session no longer exists, and it has certainly created no file. */
export class SessionLost extends SaveProblem {
  constructor() {
    super('Google Drive lost the upload.');
  }
}

const maxRetries = 5;
const firstPauseMs = 200;
/** Drive stores chunks in multiples of this, so a smaller increase does not count as progress. */
const storedUnit = 256 * 1024;

/** The answer is that of the finished file. */
type Step = { readonly done: PlatformResponse } | 'unknown' | { readonly stored: number };

/**
 * Uploads all bytes to the session at `path`, and returns what Drive says of the file; retries are counted across all
 * sessions of the upload.
 */
export function resumableUpload(upload: Upload): (path: string) => Promise<PlatformResponse> {
  let retries = 0;

  async function retry(): Promise<void> {
    if (retries === maxRetries)
      throw new SaveProblem('Google Drive failed again and again during the upload.');
    await delay(firstPauseMs * 2 ** retries, undefined, { signal: upload.signal });
    retries += 1;
  }

  return async (path) => {
    const session = new UploadSession(upload, path);
    while (!session.finished) {
      upload.signal.throwIfAborted();
      if (!(await session.proceed())) await retry();
    }
    return session.finished;
  };
}

class UploadSession {
  finished: PlatformResponse | undefined;
  readonly #upload: Upload;
  readonly #path: string;
  /** Number of bytes confirmed by the session. */
  #stored = 0;
  /** Number of bytes sent at least once. */
  #sent = 0;
  #isUnknown = false;

  constructor(upload: Upload, path: string) {
    this.#upload = upload;
    this.#path = path;
  }

  /** Makes one call; returns whether the upload made progress. */
  async proceed(): Promise<boolean> {
    const isStatusQuery = this.#isUnknown || this.#stored === this.#upload.bytes;
    const step = isStatusQuery ? await this.#queryStatus() : await this.#sendChunk();
    if (step === 'unknown') {
      this.#isUnknown = true;
      return false;
    }
    if ('done' in step) {
      this.#finish(step.done);
      return true;
    }
    return this.#resumeFrom(step.stored);
  }

  #finish(response: PlatformResponse): void {
    if (this.#sent < this.#upload.bytes) throw new SaveProblem('Google Drive ended the upload too early.');
    this.finished = response;
  }

  #resumeFrom(stored: number): boolean {
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

  /** Also completes the upload of an empty file. */
  #queryStatus(): Promise<Step> {
    return this.#put('*', new Uint8Array(0));
  }

  async #put(range: string, bytes: Uint8Array): Promise<Step> {
    try {
      const response = await this.#upload.call({
        method: 'PUT',
        path: this.#path,
        bytes,
        headers: { 'Content-Range': `bytes ${range}/${this.#upload.bytes}` },
        scope: 'drive',
        once: true,
      });
      return response.status === 308 ? { stored: storedBytes(response) } : { done: response };
    } catch (error) {
      if (error instanceof ServiceError && error.key === 'sourceUnavailable') return 'unknown';
      throw isLost(error) ? this.#lost() : error;
    }
  }

  /** The file may exist if its last byte was sent and the result of that call is unknown. */
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

/** Parses `Range: bytes=0-262143` of a 308; the header is absent if nothing is stored. */
function storedBytes({ headers }: PlatformResponse): number {
  const range = headers['range'];
  if (range === undefined) return 0;
  const last = /^(?:bytes=)?0-(\d{1,15})$/.exec(range.trim())?.[1];
  if (last === undefined)
    throw new SaveProblem('Google Drive answered the upload in a form that cannot be read.');
  return Number(last) + 1;
}
