/**
 * Records hits outside their way: they wait in memory and are stored together, every second or when there are many.
 * While the database is away the oldest are dropped, so that memory has a bound (contract 6.4.4).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { AppContext } from '../app-context.ts';
import { OutcomeUnknownError } from '../storage/database/postgres-connections.ts';
import { isStateFailure } from '../storage/state-failure.ts';
import type { Hit } from './hit.ts';
import { hitRecorder, type RecordHits } from './record-store.ts';

const everyMs = 1_000;
/** Hits of one transaction. */
const portion = 500;
/** Some 10 MB: a hit has at most 200 characters of a stranger's. */
const maxWaiting = 20_000;
/** How long a process that stops tries to store what waits. */
const closedWithinMs = 5_000;
const triedEveryMs = 100;
/** How often the database is asked what became of a transaction, ten seconds each time. */
const maxQuestions = 6;

export interface UsageRecorder {
  /** Takes no time of the hit. */
  record(hit: Hit): void;
  /** Since the start. */
  readonly recorded: number;
  readonly dropped: number;
  /** Stores what waits. */
  close(): Promise<void>;
}

export function openRecorder(context: AppContext): UsageRecorder {
  return new Recorder(hitRecorder(context), context.log);
}

type Stored = 'stored' | 'lost' | 'later';

class Recorder implements UsageRecorder {
  readonly #store: RecordHits;
  readonly #log: AppContext['log'];
  #waiting: Hit[] = [];
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> | undefined;
  #isDatabaseAway = false;
  #recorded = 0;
  #dropped = 0;
  #toldDropped = 0;

  constructor(store: RecordHits, log: AppContext['log']) {
    this.#store = store;
    this.#log = log;
  }

  get recorded(): number {
    return this.#recorded;
  }

  get dropped(): number {
    return this.#dropped;
  }

  record(hit: Hit): void {
    this.#waiting.push(hit);
    this.#dropOldest();
    if (this.#waiting.length < portion || this.#isDatabaseAway) this.#storeSoon();
    else this.#storeNow();
  }

  async close(): Promise<void> {
    await this.#storing;
    for (const until = performance.now() + closedWithinMs; ; await pause(triedEveryMs)) {
      await this.#storeWaiting();
      if (this.#waiting.length === 0 || performance.now() >= until) break;
    }
    clearTimeout(this.#timer);
    this.#dropped += this.#waiting.length;
    this.#waiting = [];
    this.#tellDropped();
  }

  #dropOldest(): void {
    if (this.#waiting.length > maxWaiting) this.#dropped += this.#waiting.splice(0, portion).length;
  }

  #storeSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#storeNow();
    }, everyMs).unref();
  }

  #storeNow(): void {
    this.#storing ??= this.#storeWaiting().finally(() => {
      this.#storing = undefined;
      if (this.#waiting.length > 0) this.#storeSoon();
    });
  }

  /** All that waited when it began; what came meanwhile has its own turn. */
  async #storeWaiting(): Promise<void> {
    for (let left = this.#waiting.length; left > 0; left -= portion) {
      const hits = this.#waiting.splice(0, portion);
      const stored = await this.#storePortion(hits);
      this.#isDatabaseAway = stored === 'later';
      if (stored === 'later') {
        this.#waiting = [...hits, ...this.#waiting];
        this.#dropOldest();
        return;
      }
      if (stored === 'stored') this.#recorded += hits.length;
      else this.#dropped += hits.length;
    }
    this.#tellDropped();
  }

  async #storePortion(hits: readonly Hit[]): Promise<Stored> {
    try {
      await this.#store(hits);
      return 'stored';
    } catch (err) {
      if (err instanceof OutcomeUnknownError) return whatBecame(err);
      if (isStateFailure(err)) return 'later';
      this.#log.error({ err, hits: hits.length }, 'hits cannot be stored');
      return 'lost';
    }
  }

  /** Once for an outage, when it is over. */
  #tellDropped(): void {
    const dropped = this.#dropped - this.#toldDropped;
    this.#toldDropped = this.#dropped;
    if (dropped > 0) this.#log.warn({ dropped }, 'hits dropped');
  }
}

/** What is not known in the end is not stored twice. */
async function whatBecame(error: OutcomeUnknownError): Promise<Stored> {
  for (let question = 0; question < maxQuestions; question++) {
    const outcome = await error.outcome();
    if (outcome !== undefined) return outcome === 'committed' ? 'stored' : 'later';
  }
  return 'lost';
}
