/** What is remembered of a hit: how it went, never who asked or what for (contract 6.4.2). */

export interface Hit {
  /** When it began. */
  readonly at: number;
  readonly endpointId: string;
  /** The first characters of a proxy's id. */
  readonly proxy: string | null;
  /** 499 of a client that left. */
  readonly status: number;
  /** Key of the error. */
  readonly error: string | null;
  /** Null when it was refused before the format was known. */
  readonly type: string | null;
  /** Null when there are none, or when they were not counted. */
  readonly rows: number | null;
  /** Of the body, as it was sent. */
  readonly bytes: number;
  readonly ms: number;
  readonly credits: number;
  readonly userAgent: string | null;
  /** Names of parameters that had no effect, as the answer told them. */
  readonly ignored: string | null;
  /** What changed or was refused at the source; null of what the caller caused. */
  readonly data: string | null;
  /** With `all_fields` nothing is said about columns that have changed; absent: it is. */
  readonly hasAllFields?: boolean;
}

const maxUserAgentLength = 200;

/** The header as it is kept: visible characters only, and not many. */
export function keptUserAgent(header: string | undefined): string | null {
  if (header === undefined || header === '') return null;
  if (header.length <= maxUserAgentLength && !invisible.test(header)) return header;
  // Through a buffer, because a part of a string would keep the whole header in memory.
  return Buffer.from(header.slice(0, maxUserAgentLength), 'latin1')
    .toString('latin1')
    .replace(allInvisible, '?');
}

const invisible = /[^ -~]/;
const allInvisible = /[^ -~]/g;
