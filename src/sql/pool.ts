/**
 * The pool of SQL processes and the statements that wait for one. A statement over its limits, or one whose
 * caller went away, is ended by ending its process; another is started at once. One process always runs, further
 * ones start when they are needed and end when they are idle (4.8).
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SqlJob } from './language/wire.ts';
import { SqlProcess, type SqlProcessOptions } from './process.ts';
import { SqlQueue } from './queue.ts';
import { sortFolder } from './sort-folder.ts';
import { runWithinLimits, type SqlLimits, type SqlOutcome } from './turn.ts';

export interface SqlPoolOptions extends SqlLimits {
  /** How many statements run at once; one more for a key of which none runs. */
  readonly processes?: number;
  readonly scratchFolder: string;
  /** The Node.js that runs the processes; by default the one that runs the service. */
  readonly node?: string;
}

export interface SqlTurn {
  /** Whose statement it is: keys take turns. */
  readonly fairnessKey: string;
  readonly signal?: AbortSignal;
}

export interface SqlPool {
  /** Rejects with a `SqlRefusal` when the statement is refused. */
  run(job: Omit<SqlJob, 'resultFolder'>, turn: SqlTurn): Promise<SqlOutcome>;
  close(): Promise<void>;
}

/** Where large results are stored until they are sent. */
export const sqlResultsFolder = (scratchFolder: string): string => join(scratchFolder, 'sql-results');

export function openSqlPool(options: SqlPoolOptions): SqlPool {
  return new ProcessPool(options);
}

interface Waiting {
  readonly job: SqlJob;
  readonly key: string;
  readonly promise: PromiseWithResolvers<SqlOutcome>;
}

interface Worker {
  readonly process: SqlProcess;
  ready: boolean;
  running: Waiting | undefined;
  idleSince: number;
}

const isFree = ({ ready, running, process }: Worker): boolean => ready && !running && !process.isEnded;

const idleMs = 60_000;
/** A service that has just started answers first. */
const warmUpMs = 1_000;
const startAttempts = 3;

class ProcessPool implements SqlPool {
  readonly #options: SqlPoolOptions;
  readonly #processOptions: SqlProcessOptions;
  readonly #resultsFolder: string;
  readonly #processes: number;
  readonly #queue = new SqlQueue<Waiting>();
  /** The one used last comes last. */
  readonly #workers = new Set<Worker>();
  readonly #warmUp: NodeJS.Timeout;
  readonly #idleCheck: NodeJS.Timeout;
  #failedStarts = 0;
  #closed = false;

  constructor(options: SqlPoolOptions) {
    this.#options = options;
    this.#processes = options.processes ?? 2;
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

  async run(job: Omit<SqlJob, 'resultFolder'>, { fairnessKey, signal }: SqlTurn): Promise<SqlOutcome> {
    signal?.throwIfAborted();
    if (this.#closed) throw new Error('the SQL processes are closed');
    const resultFolder = join(this.#resultsFolder, randomUUID());
    const waiting: Waiting = {
      job: { ...job, resultFolder },
      key: fairnessKey,
      promise: Promise.withResolvers<SqlOutcome>(),
    };
    const abort = (): void => this.#abandon(waiting, signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    this.#queue.push(fairnessKey, waiting);
    this.#dispatch();
    try {
      return await waiting.promise.promise;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#warmUp);
    clearInterval(this.#idleCheck);
    const closed = new Error('the SQL processes are closed');
    for (const { promise } of this.#queue.drain()) promise.reject(closed);
    for (const { running } of this.#workers) running?.promise.reject(closed);
    for (const { process } of this.#workers) process.end();
    await Promise.all([...this.#workers].map(({ process }) => process.ended));
  }

  #startFirst(): void {
    if (this.#workers.size === 0) this.#start();
  }

  #dispatch(): void {
    for (;;) {
      const worker = [...this.#workers].findLast(isFree);
      const key = worker && this.#queue.nextKey((waiting) => this.#runningOf(waiting) < this.#processes);
      const next = key === undefined ? undefined : this.#queue.take(key);
      if (!worker || !next) break;
      void this.#runOn(worker, next);
    }
    this.#startIfNeeded();
  }

  #runningOf(key: string): number {
    let count = 0;
    for (const { running } of this.#workers) if (running?.key === key) count += 1;
    return count;
  }

  #startIfNeeded(): void {
    if (this.#closed || this.#queue.isEmpty) return;
    const workers = this.#workers.size;
    for (const { ready } of this.#workers) if (!ready) return;
    // The extra process is for keys of which no statement runs.
    const mayStart = (key: string): boolean =>
      workers < this.#processes || (workers === this.#processes && this.#runningOf(key) === 0);
    if (this.#queue.nextKey(mayStart) !== undefined) this.#start();
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
    for (const { promise } of this.#queue.drain()) promise.reject(new Error('no SQL process can be started'));
  }

  /** The process is gone: another takes its place when work waits, or when it was the last. */
  #leave(worker: Worker): void {
    this.#workers.delete(worker);
    if (this.#closed) return;
    if (this.#workers.size === 0 && this.#failedStarts < startAttempts) this.#start();
    else this.#startIfNeeded();
  }

  async #runOn(worker: Worker, waiting: Waiting): Promise<void> {
    worker.running = waiting;
    try {
      waiting.promise.resolve(await runWithinLimits(worker.process, waiting.job, this.#options));
    } catch (error) {
      waiting.promise.reject(error);
    }
    worker.running = undefined;
    worker.idleSince = Date.now();
    if (worker.process.isEnded) this.#leave(worker);
    else this.#free(worker);
  }

  #free(worker: Worker): void {
    this.#workers.delete(worker);
    this.#workers.add(worker);
    this.#dispatch();
  }

  #abandon(waiting: Waiting, reason: unknown): void {
    waiting.promise.reject(reason);
    if (this.#queue.remove(waiting.key, waiting)) return;
    for (const { running, process } of this.#workers) if (running === waiting) process.end();
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
