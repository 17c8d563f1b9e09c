/**
 * A statement over a platform's table needs that table first, which costs a credit on hold, room on disk and calls
 * to the platform. So only a few exports of an endpoint with a statement are under way at once, from reading to the
 * result; those that wait have nothing yet.
 */
import { serviceBusy } from '../errors/errors.ts';
import { SqlQueue } from './queue.ts';

/** Enough to use up what the platforms allow in a second. */
const maxUnderWay = 4;

interface Waiting {
  readonly endpoint: string;
  readonly turn: PromiseWithResolvers<void>;
}

export class SqlLanes {
  readonly #underWay = new Map<string, number>();
  readonly #queue = new SqlQueue<Waiting>();

  /** To be disposed of when the result is there, or there will be none. */
  async enter(endpoint: string, signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    if ((this.#underWay.get(endpoint) ?? 0) >= maxUnderWay) await this.#wait(endpoint, signal);
    else this.#underWay.set(endpoint, (this.#underWay.get(endpoint) ?? 0) + 1);
    return { [Symbol.dispose]: () => this.#leave(endpoint) };
  }

  async #wait(endpoint: string, signal: AbortSignal): Promise<void> {
    const waiting: Waiting = { endpoint, turn: Promise.withResolvers<void>() };
    const abort = (): void => {
      if (this.#queue.remove(endpoint, waiting)) waiting.turn.reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    this.#queue.push(endpoint, waiting, () => [])?.turn.reject(serviceBusy());
    try {
      await waiting.turn.promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  /** Hands the lane on, or closes it. */
  #leave(endpoint: string): void {
    const next = this.#queue.first(
      () => [],
      (waiting) => waiting.endpoint === endpoint,
    );
    if (next) {
      this.#queue.remove(endpoint, next);
      next.turn.resolve();
      return;
    }
    const left = (this.#underWay.get(endpoint) ?? 1) - 1;
    if (left > 0) this.#underWay.set(endpoint, left);
    else this.#underWay.delete(endpoint);
  }
}
