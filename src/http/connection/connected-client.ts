/**
 * The HTTP client that waits for an export: it counts as gone once its connection has closed before the response
 * was finished (contract 8.1.4).
 */
import type { ServerResponse } from 'node:http';
import type { Client } from '../../export/client.ts';
import type { Coding } from '../../export/content-coding.ts';
import { chooseCoding } from './accept-encoding.ts';

export class ConnectedClient implements Client {
  readonly #response: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get coding(): Coding | undefined {
    return chooseCoding(this.#response.req.headers['accept-encoding']);
  }

  get isGone(): boolean {
    const { destroyed, writableFinished, req } = this.#response;
    // A connection that has just failed is destroyed before its responses learn of it.
    return (destroyed || req.socket.destroyed) && !writableFinished;
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#response);
    return this.#signal;
  }
}

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
