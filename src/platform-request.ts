/**
 * What a call to a platform is, for everything that reads from one or writes to one: a path and a body in, JSON
 * out. Whoever is handed a `CallPlatform` knows nothing of tokens, limits, repeats or time: those are kept for
 * it (sections 5, 7 and 8).
 */

/**
 * Answers 2xx (and 308 of an upload) as they come. Throws a ServiceError for what is the same everywhere: the
 * credential is refused (423, or 500 when none is left), the platform's limit stays exceeded (429), the
 * platform fails or is too slow (500). Any other refusal is thrown as a PlatformRefusal, for the caller to judge.
 */
export type CallPlatform = (call: PlatformCall) => Promise<PlatformResponse>;

export interface PlatformCall {
  /** GET unless given. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Begins with `/`, with the query; what came from outside is already encoded in it. */
  readonly path: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, instead of `json`. */
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Which of the platform's limits it counts against: the base on Airtable, `read`, `write` or `drive` on Google. */
  readonly scope: string;
  /** Not to be sent again when it is unknown whether it arrived. */
  readonly once?: boolean;
}

export interface PlatformResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined when the answer has no body. */
  readonly json: unknown;
}

/** The platform refused a call for a reason that only the caller can judge. */
export class PlatformRefusal extends Error {
  override readonly name = 'PlatformRefusal';
  readonly status: number;
  /** The platform's own word for it, such as `UNKNOWN_FIELD_NAME`; empty when it gave none. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
