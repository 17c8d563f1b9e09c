/**
 * Resumable uploads: a session accepts chunks in order, responds with 308 and the stored range, and is finished
 * with the last byte. Of a chunk that is not the last, only multiples of 256 KiB are stored. A finished session
 * returns its file again, so that a lost response never creates a second file.
 */
import { randomBytes } from 'node:crypto';
import type { EmulatedAnswer, EmulatedCall } from '../emulator-server.ts';

const unit = 262_144;

interface UploadSession {
  /** Undefined until a request declares it. */
  total: number | undefined;
  readonly chunks: Buffer[];
  stored: number;
  done: EmulatedAnswer | undefined;
  finish(content: Buffer): EmulatedAnswer;
}

interface ContentRange {
  /** Undefined: a status query. */
  readonly start: number | undefined;
  readonly end: number;
  readonly total: number | undefined;
}

export class UploadSessions {
  readonly #sessions = new Map<string, UploadSession>();

  /** Returns the id of the session. `finish` creates the file. */
  open(total: number | undefined, finish: UploadSession['finish']): string {
    const id = randomBytes(32).toString('base64url');
    this.#sessions.set(id, { total, chunks: [], stored: 0, done: undefined, finish });
    return id;
  }

  put(id: string, call: EmulatedCall): EmulatedAnswer {
    const session = this.#sessions.get(id);
    if (!session) return text(404, 'Not Found');
    const range = contentRange(call);
    if (!range) return text(400, 'Failed to parse Content-Range header.');
    if (session.done) return session.done;
    return fault(session, range, call.body) ?? take(session, range, call.body);
  }

  cancel(id: string): EmulatedAnswer {
    return this.#sessions.delete(id) ? { status: 499 } : text(404, 'Not Found');
  }
}

function text(status: number, body: string): EmulatedAnswer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

/** Without the header, the body is the whole file. */
function contentRange({ headers, body }: EmulatedCall): ContentRange | undefined {
  const header = headers['content-range'];
  if (header === undefined) return { start: 0, end: body.length, total: body.length };
  const [whole, first, last, size] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(header) ?? [];
  if (whole === undefined) return undefined;
  const total = size === '*' ? undefined : Number(size);
  if (first === undefined) return { start: undefined, end: 0, total };
  return { start: Number(first), end: Number(last) + 1, total };
}

function fault(session: UploadSession, range: ContentRange, body: Buffer): EmulatedAnswer | undefined {
  const { start, end, total } = range;
  const known = session.total;
  if (known !== undefined && total !== undefined && known !== total) {
    return text(400, `Invalid request. The upload has ${known} byte(s), and not ${total}.`);
  }
  if (start === undefined) return undefined;
  if (end - start !== body.length || (total !== undefined && end > total)) {
    return text(
      400,
      `Invalid request. There were ${body.length} byte(s) in the request body. There should have been ${end - start} byte(s) (starting at offset ${start} and ending at offset ${end - 1}) according to the Content-Range header.`,
    );
  }
  if (start > session.stored) {
    return text(
      400,
      `Invalid request. According to the Content-Range header, the upload offset is ${start} byte(s), which exceeds already uploaded size of ${session.stored} byte(s).`,
    );
  }
  const isLast = end === (total ?? known);
  if (!isLast && body.length < unit) {
    return text(
      400,
      `Invalid request. Each chunk but the last must have at least ${unit} bytes, and this one has ${body.length}.`,
    );
  }
  return undefined;
}

function take(session: UploadSession, range: ContentRange, body: Buffer): EmulatedAnswer {
  session.total ??= range.total;
  if (range.start !== undefined) {
    const fresh = body.subarray(session.stored - range.start);
    const isLast = range.end === session.total;
    const kept = isLast ? fresh : fresh.subarray(0, fresh.length - ((session.stored + fresh.length) % unit));
    session.chunks.push(kept);
    session.stored += kept.length;
  }
  if (session.stored === session.total) {
    session.done = session.finish(Buffer.concat(session.chunks));
    session.chunks.length = 0;
    return session.done;
  }
  const range308 = session.stored > 0 ? { range: `bytes=0-${session.stored - 1}` } : {};
  return { status: 308, headers: range308 };
}
