/**
 * Slows the guessing of an endpoint's token: after ten wrong ones, the answer to each further one waits, twice as
 * long as the one before, up to some seconds; a minute without any ends it. A right token is never kept waiting
 * (contract 5.2.2).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

const freeGuesses = 10;
const firstWaitMs = 100;
const maxWaitMs = 5_000;
const forgottenAfterMs = 60_000;
const maxEndpoints = 10_000;
/** Beyond so many at once answers do not wait: each costs memory. */
const maxWaiting = 1_000;

export class WrongTokens {
  readonly #counts = new LRUCache<string, number>({ max: maxEndpoints, ttl: forgottenAfterMs });
  #waiting = 0;

  /** Resolves when a wrong token may be answered. */
  async answerable(endpointId: string): Promise<void> {
    const count = (this.#counts.get(endpointId) ?? 0) + 1;
    this.#counts.set(endpointId, count);
    if (count <= freeGuesses || this.#waiting >= maxWaiting) return;
    this.#waiting += 1;
    await pause(Math.min(maxWaitMs, firstWaitMs * 2 ** (count - freeGuesses - 1)));
    this.#waiting -= 1;
  }
}
