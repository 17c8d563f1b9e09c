/**
 * Whose statement comes next: of whoever has used the least time. The last free process is only for endpoints with
 * a clean record, so that no others can take, and by their end restart, all. Beyond the number of statements that
 * usually run at once, one place more is reserved for endpoints with a clean record of which nothing runs; who has
 * been in it for a while makes way for the next one.
 */
import type { SqlJob } from './language/wire.ts';
import { SqlQueue } from './queue.ts';
import { type SqlCaller, TimeUsed } from './time-used.ts';
import type { SqlOutcome } from './turn.ts';

export interface Waiting {
  readonly caller: SqlCaller;
  readonly job: SqlJob;
  readonly promise: PromiseWithResolvers<SqlOutcome>;
  /** Called when it gets its process. */
  readonly began: () => void;
  /** Hears how long it was in a process. */
  readonly spent: (ms: number) => void;
  /** It was interrupted in the reserved place: from then on it takes one of the usual processes. */
  wasInterrupted: boolean;
  isAbandoned: boolean;
}

export interface Running {
  readonly waiting: Waiting;
  readonly caller: SqlCaller;
  readonly began: number;
  readonly isReserved: boolean;
  isInterrupted: boolean;
}

/** What the start of a process counts for whoever made it necessary. */
const startCostMs = 250;
/** How long nobody has to make way in the reserved place. */
export const reservedSliceMs = 500;

export class TurnOrder {
  readonly #processes: number;
  readonly #queue = new SqlQueue<Waiting>();
  readonly #used = new TimeUsed();

  constructor(processes: number) {
    this.#processes = processes;
  }

  /** Who has no place in the queue, if it is full. */
  push(waiting: Waiting, running: readonly Running[]): Waiting | undefined {
    return this.#queue.push(waiting.caller.endpoint, waiting, this.#rankAmong(running));
  }

  putBack(waiting: Waiting): void {
    waiting.wasInterrupted = true;
    this.#queue.putBack(waiting.caller.endpoint, waiting);
  }

  /** False if it does not wait any more. */
  remove(waiting: Waiting): boolean {
    return this.#queue.remove(waiting.caller.endpoint, waiting);
  }

  drain(): Waiting[] {
    return this.#queue.drain();
  }

  /** Who would have one of so many free processes now; it still waits. */
  next(running: readonly Running[], free: number): Pick<Running, 'waiting' | 'isReserved'> | undefined {
    const isReserved = running.filter((one) => !one.isReserved).length >= this.#processes;
    if (free === 0 || (isReserved && running.some((one) => one.isReserved))) return undefined;
    const waiting = isReserved
      ? this.#nextReserved(running)
      : this.#queue.first(this.#rankAmong(running), ({ caller }) => free > 1 || this.#used.isClean(caller));
    return waiting && { waiting, isReserved };
  }

  shouldPreempt(one: Running, running: readonly Running[]): boolean {
    if (!one.isReserved || performance.now() - one.began < reservedSliceMs) return false;
    return this.#nextReserved(running) !== undefined;
  }

  /** Counts the time of a statement that is over; `isEnded`: it had to be ended, and its process with it. */
  count({ caller, began }: Running, process: { readonly isEnded: boolean }, isEnded: boolean): number {
    const ms = performance.now() - began + (process.isEnded ? startCostMs : 0);
    this.#used.add(caller, ms);
    if (isEnded) this.#used.markEnded(caller);
    return ms;
  }

  #nextReserved(running: readonly Running[]): Waiting | undefined {
    const busy = new Set(running.map(({ caller }) => caller.endpoint));
    return this.#queue.first(
      this.#rankAmong(running),
      ({ caller, wasInterrupted }) =>
        !wasInterrupted && !busy.has(caller.endpoint) && this.#used.isClean(caller),
    );
  }

  #rankAmong(running: readonly Running[]): (waiting: Waiting) => number[] {
    const now = performance.now();
    return ({ caller }) => this.#used.rank(caller, running, now);
  }
}
