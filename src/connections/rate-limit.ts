/**
 * Waits until a call may leave, so that the service never exceeds a platform's rate limit by itself (contract 8.4.1). A
 * call takes a slot of each of its limits at once or none, so that one that waits holds nothing. The database decides
 * between processes; the lines in which calls of this process wait say whose turn it is.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { abortable } from '../base/abortable.ts';
import type { RateLimit } from '../platform/platform.ts';
import type { Database } from '../storage/database/database.ts';
import {
  createSlots,
  freeSlots,
  stampArrived,
  type TakenSlot,
  takeSlots,
  timesToSlots,
} from './rate-limit-store.ts';

/** A call that may leave now. */
export interface Permit {
  /** To be called when its response came. */
  release(): Promise<void>;
  /** To be called when there will be none: it may be on its way still. */
  abandon(): Promise<void>;
}

/** A call that was cut off arrives within this, or never. */
const lateMs = 1_000;

/** One is free, but another process is just taking it. */
const crowdedMs = 2;

/** So often a call goes from one full limit to another; then it keeps its place at the narrow one. */
const maxMoves = 3;

/** `limits` has the narrowest first. Throws when the signal is aborted first. */
export async function waitForRateLimits(
  database: Database,
  limits: readonly RateLimit[],
  signal: AbortSignal,
): Promise<Permit> {
  const taken = limits.length === 0 ? [] : await new Waiting(database, limits, signal).taken();
  return {
    release: () => stampArrived(database, taken),
    abandon: () => stampArrived(database, taken, lateMs),
  };
}

/** What a call waits for, when it may not leave. */
interface FullLimit {
  readonly limit: RateLimit;
  readonly forMs: number;
}

type Outcome = readonly TakenSlot[] | FullLimit;

const isTaken = (outcome: Outcome): outcome is readonly TakenSlot[] => Array.isArray(outcome);

class Waiting {
  readonly #database: Database;
  readonly #limits: readonly RateLimit[];
  readonly #signal: AbortSignal;
  /** The limits in whose lines it is the first. */
  readonly #fronts = new Set<RateLimit>();
  #moves = 0;

  constructor(database: Database, limits: readonly RateLimit[], signal: AbortSignal) {
    this.#database = database;
    this.#limits = limits;
    this.#signal = signal;
  }

  /** Of calls with the same limits only the first competes with others, so that those take turns with it. */
  taken(): Promise<readonly TakenSlot[]> {
    const sameLimits = `all of ${this.#limits.map(({ key }) => key).join('\n')}`;
    const turn = inTurn(this.#database, sameLimits, () => this.#competeForAll());
    return abortable(turn, this.#signal);
  }

  /** Waits in the line of a limit only as long as that limit is the one that it lacks. */
  async #competeForAll(): Promise<readonly TakenSlot[]> {
    let outcome = await this.#tryAll();
    while (!isTaken(outcome)) {
      outcome = await this.#inLineFor(outcome.limit);
      this.#moves += 1;
    }
    return outcome;
  }

  #inLineFor(limit: RateLimit): Promise<Outcome> {
    return inTurn(this.#database, lineOf(limit), () => this.#atFrontOf(limit));
  }

  async #atFrontOf(limit: RateLimit): Promise<Outcome> {
    this.#fronts.add(limit);
    try {
      for (;;) {
        let outcome = await this.#tryAll();
        if (!isTaken(outcome) && this.#staysFor(limit, outcome.limit)) {
          outcome = await this.#inLineFor(outcome.limit);
        }
        if (isTaken(outcome) || outcome.limit !== limit) return outcome;
        // A slot whose call is on its way may be free that soon.
        const waitMs = Math.min(Math.max(outcome.forMs, crowdedMs), limit.perMs);
        await delay(waitMs, undefined, { signal: this.#signal });
      }
    } finally {
      this.#fronts.delete(limit);
    }
  }

  /**
   * Where others keep two limits full, a call that always left one line for the other would never find both free. From
   * the narrow to the wide only: two calls never wait for each other.
   */
  #staysFor(held: RateLimit, wanted: RateLimit): boolean {
    return this.#moves >= maxMoves && this.#limits.indexOf(held) < this.#limits.indexOf(wanted);
  }

  async #tryAll(): Promise<Outcome> {
    for (;;) {
      this.#signal.throwIfAborted();
      // Nobody passes those who wait already.
      const queued = this.#limits.find((limit) => !this.#fronts.has(limit) && this.#hasLine(limit));
      if (queued) return { limit: queued, forMs: 0 };
      const taken = await takeSlots(this.#database, this.#limits);
      if (taken && this.#signal.aborted) await freeSlots(this.#database, taken);
      else if (taken) return taken;
      const full = await this.#fullLimit();
      if (full) return full;
    }
  }

  #hasLine(limit: RateLimit): boolean {
    return hasLine(this.#database, lineOf(limit));
  }

  /** The narrowest that is full; undefined when slots of one were missing and are there now. */
  async #fullLimit(): Promise<FullLimit | undefined> {
    const waits = await timesToSlots(this.#database, this.#limits);
    const unmade = this.#limits.filter((_, at) => waits[at] === undefined);
    for (const limit of unmade) await createSlots(this.#database, limit);
    if (unmade.length > 0) return undefined;
    const all = this.#limits.map((limit, at) => ({ limit, forMs: waits[at] ?? 0 }));
    return all.find(({ forMs }) => forMs > 0) ?? all[0];
  }
}

const lineOf = ({ key }: RateLimit): string => `one ${key}`;

/** Whoever came first is served first, and only the first asks the database. */
const lines = new WeakMap<Database, Map<string, Promise<unknown>>>();

/** Whether somebody is served or waits in it. */
function hasLine(database: Database, name: string): boolean {
  return lines.get(database)?.has(name) ?? false;
}

/** One after another in each line; a line is dropped with its last turn. */
function inTurn<T>(database: Database, name: string, serve: () => Promise<T>): Promise<T> {
  const all = lines.get(database) ?? new Map<string, Promise<unknown>>();
  lines.set(database, all);
  const turn = (all.get(name) ?? Promise.resolve()).then(serve, serve);
  all.set(name, turn);
  const leave = (): void => {
    if (all.get(name) === turn) all.delete(name);
  };
  turn.then(leave, leave);
  return turn;
}
