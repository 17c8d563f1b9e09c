/**
 * The rate limits of the emulated Airtable: calls per second to one base by all clients, and calls per second by all
 * personal access tokens of the user. The first call over a limit, and all further calls during the penalty time, are
 * refused.
 */
export interface AirtableLimits {
  /** Calls per second; null: no limit. */
  perBase: number | null;
  perUser: number | null;
  penaltyMs: number;
}

interface Window {
  /** Arrival times of the calls in the last second, oldest first. */
  readonly arrivals: number[];
  closedUntil: number;
}

const second = 1000;

export class CallWindows {
  /** Number of refused calls. */
  refused = 0;
  readonly #windows = new Map<string, Window>();
  readonly #now: () => number;

  /** `now` is in milliseconds of a monotonic clock. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a call; returns false if it must be refused. */
  admits(key: string, most: number | null, penaltyMs: number): boolean {
    if (most === null) return true;
    const now = this.#now();
    const window = this.#windows.get(key) ?? { arrivals: [], closedUntil: 0 };
    this.#windows.set(key, window);
    const { arrivals } = window;
    while (arrivals[0] !== undefined && arrivals[0] <= now - second) arrivals.shift();
    if (now >= window.closedUntil && arrivals.length < most) {
      arrivals.push(now);
      return true;
    }
    if (now >= window.closedUntil) window.closedUntil = now + penaltyMs;
    this.refused += 1;
    return false;
  }
}
