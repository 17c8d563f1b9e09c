/**
 * The pool of SQL processes and the statements that wait for one. A statement over its limits, or one whose
 * caller went away, is ended by ending its process; another is started at once. One process always runs, further
 * ones start when they are needed and end when they are idle.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sortFolder } from '../base/operating-system.ts';
import { serviceBusy } from '../errors/errors.ts';
import type { SqlJob } from './language/wire.ts';
import { SqlProcess, type SqlProcessOptions } from './process.ts';
import type { SqlCaller } from './time-used.ts';
import { runWithinLimits, type SqlLimits, type SqlOutcome } from './turn.ts';
import { type Running, reservedSliceMs, TurnOrder, type Waiting } from './turn-order.ts';

export interface SqlPoolOptions extends SqlLimits {
  /** How many statements run at once; one more for an endpoint with a clean record. */
  readonly processes?: number;
  readonly scratchFolder: string;
  /** The Node.js that runs the processes; by default the one that runs the service. */
  readonly node?: string;
}

export interface SqlTurn extends SqlCaller {
  readonly signal?: AbortSignal;
  /** Called when the statement gets its process. */
  readonly began?: () => void;
  /** Hears how long it was in a process, in milliseconds; also of a statement that had to be ended. */
  readonly spent?: (ms: number) => void;
}

export interface SqlPool {
  /** Rejects with a `SqlRefusal` when the statement is refused, with `serviceBusy` when too many wait. */
  run(job: Omit<SqlJob, 'resultFolder'>, turn: SqlTurn): Promise<SqlOutcome>;
  close(): Promise<void>;
}

/** Where large results are stored until they are sent. */
export const sqlResultsFolder = (scratchFolder: string): string => join(scratchFolder, 'sql-results');

export function openSqlPool(options: SqlPoolOptions): SqlPool {
  return new ProcessPool(options);
}

interface Worker {
  readonly process: SqlProcess;
  ready: boolean;
  running: Running | undefined;
  idleSince: number;
}

const idleMs = 60_000;
/** A timer may fire some milliseconds early. */
const afterSliceMs = reservedSliceMs + 20;
const maxWaitMs = 120_000;
/** A service that has just started answers first. */
const warmUpMs = 1_000;
const startAttempts = 3;

class ProcessPool implements SqlPool {
  readonly #options: SqlPoolOptions;
  readonly #processOptions: SqlProcessOptions;
  readonly #resultsFolder: string;
  readonly #processes: number;
  readonly #order: TurnOrder;
  /** The one used last comes last. */
  readonly #workers = new Set<Worker>();
  readonly #warmUp: NodeJS.Timeout;
  readonly #idleCheck: NodeJS.Timeout;
  #failedStarts = 0;
  #closed = false;

  constructor(options: SqlPoolOptions) {
    this.#options = options;
    this.#processes = options.processes ?? 2;
    this.#order = new TurnOrder(this.#processes);
    const scratchFolder = resolve(options.scratchFolder);
    this.#resultsFolder = sqlResultsFolder(scratchFolder);
    this.#processOptions = {
      node: options.node ?? process.execPath,
      workingFolder: this.#resultsFolder,
      memoryLimitMb: options.memoryLimitMb,
      sortFolder: sortFolder(options.memoryLimitMb, this.#resultsFolder),
    };
    mkdirSync(this.#resultsFolder, { recursive: true });
    this.#warmUp = setTimeout(() => this.#startFirst(), warmUpMs).unref();
    this.#idleCheck = setInterval(() => this.#endIdle(), idleMs / 2).unref();
  }

  async run(job: Omit<SqlJob, 'resultFolder'>, turn: SqlTurn): Promise<SqlOutcome> {
    const { endpoint, owner, signal, began = () => {}, spent = () => {} } = turn;
    signal?.throwIfAborted();
    if (this.#closed) throw new Error('the SQL processes are closed');
    const waiting: Waiting = {
      caller: { endpoint, owner },
      job: { ...job, resultFolder: join(this.#resultsFolder, randomUUID()) },
      promise: Promise.withResolvers<SqlOutcome>(),
      began,
      spent,
      wasInterrupted: false,
      isAbandoned: false,
    };
    const abort = (): void => this.#abandon(waiting, signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    const patience = setTimeout(() => this.#giveUp(waiting), maxWaitMs).unref();
    this.#order.push(waiting, this.#running)?.promise.reject(serviceBusy());
    this.#dispatch();
    try {
      return await waiting.promise.promise;
    } finally {
      clearTimeout(patience);
      signal?.removeEventListener('abort', abort);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#warmUp);
    clearInterval(this.#idleCheck);
    const closed = new Error('the SQL processes are closed');
    for (const { promise } of this.#order.drain()) promise.reject(closed);
    for (const { waiting } of this.#running) waiting.promise.reject(closed);
    for (const { process } of this.#workers) process.end();
    await Promise.all([...this.#workers].map(({ process }) => process.ended));
  }

  #startFirst(): void {
    if (this.#workers.size === 0) this.#start();
  }

  #dispatch(): void {
    for (;;) {
      const free = this.#free;
      const next = this.#order.next(this.#running, free.length);
      const worker = free.at(-1);
      if (!worker || !next) break;
      this.#order.remove(next.waiting);
      void this.#runOn(worker, next);
    }
    this.#startIfNeeded();
    for (const { running, process } of this.#workers) {
      if (!running || !this.#order.shouldPreempt(running, this.#running)) continue;
      running.isInterrupted = true;
      process.end();
    }
  }

  get #running(): Running[] {
    return [...this.#workers].flatMap(({ running }) => running ?? []);
  }

  get #free(): Worker[] {
    return [...this.#workers].filter(({ ready, running, process }) => ready && !running && !process.isEnded);
  }

  #startIfNeeded(): void {
    if (this.#closed) return;
    for (const { ready } of this.#workers) if (!ready) return;
    const free = this.#free.length;
    if (this.#order.next(this.#running, free + 1) || (free === 0 && this.#needsSpare())) this.#start();
  }

  /** Whoever is in the reserved place may have to make way: the next one then need not wait for a start. */
  #needsSpare(): boolean {
    return this.#workers.size < this.#processes + 2 && this.#running.some(({ isReserved }) => isReserved);
  }

  #start(): void {
    const started = new SqlProcess(this.#processOptions);
    const worker: Worker = { process: started, ready: false, running: undefined, idleSince: Date.now() };
    this.#workers.add(worker);
    started.ready.then(
      () => {
        worker.ready = true;
        this.#failedStarts = 0;
        this.#dispatch();
      },
      () => this.#startFailed(),
    );
    void started.ended.then(() => this.#leave(worker));
  }

  #startFailed(): void {
    this.#failedStarts += 1;
    if (this.#failedStarts < startAttempts) return;
    for (const { promise } of this.#order.drain()) promise.reject(new Error('no SQL process can be started'));
  }

  /** The process is gone: another takes its place when work waits, or when it was the last. */
  #leave(worker: Worker): void {
    this.#workers.delete(worker);
    if (this.#closed) return;
    if (this.#workers.size === 0 && this.#failedStarts < startAttempts) this.#start();
    else this.#dispatch();
  }

  async #runOn(worker: Worker, next: Pick<Running, 'waiting' | 'isReserved'>): Promise<void> {
    const { waiting, isReserved } = next;
    const { caller } = waiting;
    const running: Running = { ...next, caller, began: performance.now(), isInterrupted: false };
    worker.running = running;
    const slice = isReserved ? setTimeout(() => this.#dispatch(), afterSliceMs).unref() : undefined;
    waiting.began();
    let isEnded = false;
    try {
      await settle(waiting, await runWithinLimits(worker.process, waiting.job, this.#options));
    } catch (error) {
      isEnded = worker.process.isEnded;
      if (running.isInterrupted && !waiting.isAbandoned && !this.#closed) this.#order.putBack(waiting);
      else waiting.promise.reject(error);
    }
    clearTimeout(slice);
    worker.running = undefined;
    worker.idleSince = Date.now();
    waiting.spent(this.#order.count(running, worker.process, isEnded));
    if (worker.process.isEnded) this.#leave(worker);
    else this.#release(worker);
  }

  #release(worker: Worker): void {
    this.#workers.delete(worker);
    this.#workers.add(worker);
    this.#dispatch();
  }

  #abandon(waiting: Waiting, reason: unknown): void {
    waiting.isAbandoned = true;
    waiting.promise.reject(reason);
    if (this.#order.remove(waiting)) return;
    for (const { running, process } of this.#workers) if (running?.waiting === waiting) process.end();
  }

  /** A statement that runs meanwhile has a limit of its own. */
  #giveUp(waiting: Waiting): void {
    if (this.#order.remove(waiting)) waiting.promise.reject(serviceBusy());
  }

  #endIdle(): void {
    const now = Date.now();
    for (const { process, running, ready, idleSince } of this.#workers) {
      if (running || !ready || now - idleSince < idleMs) continue;
      if (this.#workers.size > 1) process.end();
      else process.forget();
    }
  }
}

/** Nobody removes the result of a statement whose caller has left. */
async function settle({ promise, isAbandoned }: Waiting, outcome: SqlOutcome): Promise<void> {
  promise.resolve(outcome);
  if (isAbandoned && 'folder' in outcome) await rm(outcome.folder, { recursive: true, force: true });
}
