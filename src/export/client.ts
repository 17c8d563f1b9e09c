/**
 * The client that waits for an export. When it disconnects, reading the source stops and nothing is charged. The
 * signal is created on first use, because most exports finish without it (DESIGN section 1).
 */
export interface Client {
  readonly isGone: boolean;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** For a command or a job, which always waits for the result. */
export const alwaysConnected: Client = { isGone: false, signal: new AbortController().signal };

export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}
