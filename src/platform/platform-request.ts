/**
 * The interface of a call to a platform, for sources and destinations: takes a path and a body, returns JSON. Tokens,
 * rate limits, retries and timeouts are handled by the implementation of `CallPlatform` (contract 8.4).
 */

/**
 * Resolves with every 2xx response, and with the 308 of an upload. Throws a ServiceError for failures that every
 * platform has: the credential is refused (423, or 500 if there is none left), the rate limit stays exceeded (429),
 * the platform fails or is too slow (500). Throws a PlatformRefusal for any other refusal.
 */
export type CallPlatform = (call: PlatformCall) => Promise<PlatformResponse>;

export interface PlatformCall {
  /** Default: GET. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Begins with `/` and includes the query; external values must already be encoded. */
  readonly path: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged, instead of `json`. */
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** The rate limit that the call counts against: the base on Airtable, `read`, `write` or `drive` on Google. */
  readonly scope: string;
  /** True if the call is not idempotent: it is not retried if it may have been processed. */
  readonly once?: boolean;
}

export interface PlatformResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined if the response has no body. */
  readonly json: unknown;
}

/** The platform refused a call for a reason that only the caller can interpret. */
export class PlatformRefusal extends Error {
  override readonly name = 'PlatformRefusal';
  readonly status: number;
  /** The platform's error code, such as `UNKNOWN_FIELD_NAME`; empty if it sent none. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A platform could not be reached, or broke off. Nothing of it is a failure of the service's own state. */
export class PlatformUnreachable extends Error {
  override readonly name = 'PlatformUnreachable';
}
