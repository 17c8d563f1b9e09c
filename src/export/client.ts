/**
 * Whoever waits for an export. When it has gone, reading the source stops and nothing is charged (DESIGN
 * section 1). Most exports are over before anyone asks, so the signal is made only when it is wanted.
 */
export interface Client {
  readonly isGone: boolean;
  /** Ends when the client goes away. */
  readonly signal: AbortSignal;
}

/** A command or a job, which waits to the end. */
export const alwaysConnected: Client = { isGone: false, signal: new AbortController().signal };

export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}
