/**
 * The rate limits of the emulated Airtable: so many calls a second to one base, whoever makes them, and so many
 * by all personal access tokens of the user. The call that is one too many, and all that follow for the penalty
 * time, are refused.
 */
export interface AirtableLimits {
  /** Calls a second; null: no limit. */
  perBase: number | null;
  perUser: number | null;
  penaltyMs: number;
}

interface Window {
  /** When the calls of the last second arrived, oldest first. */
  readonly arrivals: number[];
  closedUntil: number;
}

const second = 1000;

export class CallWindows {
  /** Calls that were refused. */
  refused = 0;
  readonly #windows = new Map<string, Window>();

  /** Counts a call; false when it is to be refused. `now` in milliseconds of any clock that only goes forward. */
  admits(key: string, most: number | null, penaltyMs: number, now: number = performance.now()): boolean {
    if (most === null) return true;
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
