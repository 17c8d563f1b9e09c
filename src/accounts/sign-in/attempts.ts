/**
 * Attempts, counted in memory by whatever key: what is over its limit is refused before it costs a query or a hash
 * (contract 5.7.5). The number of keys is bounded; when there is no room, the oldest goes.
 */
import { ServiceError } from '../../errors/errors.ts';

export interface Limit {
  readonly most: number;
  readonly withinMs: number;
}

const maxKeys = 20_000;

export class Attempts {
  readonly #windows = new Map<string, { readonly endsAt: number; count: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts one, or refuses it and says when to come again. */
  take(key: string, { most, withinMs }: Limit): void {
    const at = this.#now();
    let window = this.#windows.get(key);
    // A clock that was set back must not lock anybody out.
    if (!window || window.endsAt <= at || window.endsAt > at + withinMs) {
      window = { endsAt: at + withinMs, count: 0 };
      this.#add(key, window);
    }
    if (window.count >= most) throw tooManyAttempts((window.endsAt - at) / 1_000);
    window.count += 1;
  }

  #add(key: string, window: { readonly endsAt: number; count: number }): void {
    this.#windows.delete(key);
    const [oldest] = this.#windows.size < maxKeys ? [] : this.#windows.keys();
    if (oldest !== undefined) this.#windows.delete(oldest);
    this.#windows.set(key, window);
  }
}

export function tooManyAttempts(seconds: number): ServiceError {
  return new ServiceError('tooManyAttempts', { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });
}
