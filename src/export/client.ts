/**
 * The client that waits for an export. When it disconnects, reading the source stops and nothing is charged
 * (contract 8.1.4). The signal is created on first use, because most exports finish without it.
 */
import { setImmediate } from 'node:timers/promises';
import type { Coding } from './content-coding.ts';

export interface Client {
  readonly isGone: boolean;
  /** In which it takes a body; undefined: only as it is. */
  readonly coding: Coding | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** For a command or a job, which always waits for the result. */
export const alwaysConnected: Client = {
  isGone: false,
  coding: undefined,
  signal: new AbortController().signal,
};

/** That waits until the signal is aborted, and takes a body only as it is. */
export function clientUntil(signal: AbortSignal): Client {
  return {
    get isGone() {
      return signal.aborted;
    },
    coding: undefined,
    signal,
  };
}

/**
 * That a client has disconnected is noticed only when the event loop reads from its connection, which it does between
 * the two turns.
 */
export async function yieldToIo(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}
