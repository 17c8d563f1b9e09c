/**
 * Load that knows what it got: keeps a number of requests in flight over all replicas, and records for each whether
 * the answer was whole, refused or cut. An account has one endpoint, so that its charges can be compared with that.
 */
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../src/errors/error-code.ts';
import { digestOf } from './fault-world.ts';

/** One endpoint of an account that has no other. */
export interface Subject {
  readonly email: string;
  /** With its query. */
  readonly path: string;
  /** Of the bodies that it may answer with; learned from the first answer if empty. */
  readonly digests: Set<string>;
}

/**
 * `unreached`: nobody took the connection. `cut before`: it broke without a byte of an answer. `cut after`: it broke
 * within the answer. `silent`: no end within the patience of the client. `wrong`: a whole 200 with another body.
 */
export type Outcome = number | 'unreached' | 'cut before' | 'cut after' | 'silent' | 'wrong';

export interface Hit {
  readonly subject: Subject;
  readonly target: string;
  readonly outcome: Outcome;
  /** By `performance.now()`. */
  readonly began: number;
  readonly ended: number;
  /** The beginning of the body, unless it is a whole 200. */
  readonly said: string;
}

export interface LoadOptions {
  readonly targets: () => readonly string[];
  readonly subjects: readonly Subject[];
  readonly inFlight: number;
}

const patienceMs = 90_000;
const pauseAfterFailureMs = 25;
const saidCharacters = 300;
/** Of single hits; the counts go on. */
const maxHits = 200_000;

export class LoadClient implements AsyncDisposable {
  readonly hits: Hit[] = [];
  readonly #options: LoadOptions;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #counts = new Map<Subject, Map<Outcome, number>>();
  #unjudged = new Map<Outcome, { count: number; said: string }>();
  #running: Promise<unknown> | undefined;
  #isStopping = false;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  /** Asks every subject once, which must answer: what comes is what must come from then on. */
  async learn(): Promise<void> {
    const [target = ''] = this.#options.targets();
    for (const subject of this.#options.subjects) {
      const { outcome, said } = await this.hit(subject, target);
      if (outcome !== 200) throw new Error(`${subject.path} answered ${outcome}: ${said}`);
    }
  }

  start(): void {
    this.#isStopping = false;
    const workers = Array.from({ length: this.#options.inFlight }, (_, worker) => this.#work(worker));
    this.#running = Promise.all(workers);
  }

  /** Resolves when nothing is in flight any more. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running;
    this.#running = undefined;
  }

  count(subject: Subject, outcome: Outcome): number {
    return this.#counts.get(subject)?.get(outcome) ?? 0;
  }

  /** Of all subjects. */
  counts(): Map<Outcome, number> {
    const sum = new Map<Outcome, number>();
    for (const counts of this.#counts.values()) {
      for (const [outcome, count] of counts) sum.set(outcome, (sum.get(outcome) ?? 0) + count);
    }
    return sum;
  }

  /** Since this was asked last, each with what the first one said. */
  newOutcomes(): ReadonlyMap<Outcome, { readonly count: number; readonly said: string }> {
    const outcomes = this.#unjudged;
    this.#unjudged = new Map();
    return outcomes;
  }

  get subjects(): readonly Subject[] {
    return this.#options.subjects;
  }

  async hit(subject: Subject, target: string): Promise<Hit> {
    const began = performance.now();
    const { outcome, said } = await this.#ask(subject, `${target}${subject.path}`);
    const hit = { subject, target, outcome, began, ended: performance.now(), said };
    const counts = this.#counts.get(subject) ?? new Map<Outcome, number>();
    this.#counts.set(subject, counts.set(outcome, (counts.get(outcome) ?? 0) + 1));
    const seen = this.#unjudged.get(outcome) ?? { count: 0, said };
    this.#unjudged.set(outcome, { ...seen, count: seen.count + 1 });
    if (this.hits.length < maxHits) this.hits.push(hit);
    return hit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    this.#agent.destroy();
  }

  /** Each asks for one subject at one target, so that one that waits does not slow the others. */
  async #work(worker: number): Promise<void> {
    const { subjects, targets } = this.#options;
    const subject = subjects[worker % subjects.length];
    while (!this.#isStopping) {
      const urls = targets();
      const target = urls[Math.floor(worker / subjects.length) % urls.length];
      const outcome = subject && target ? (await this.hit(subject, target)).outcome : undefined;
      if (outcome !== 200) await pause(pauseAfterFailureMs);
    }
  }

  #ask(subject: Subject, url: string): Promise<{ outcome: Outcome; said: string }> {
    return new Promise((resolve) => {
      let answer: IncomingMessage | undefined;
      const request = get(url, { agent: this.#agent }, (incoming) => {
        answer = incoming;
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', () => undefined);
        incoming.on('close', () => {
          clearTimeout(timer);
          const body = Buffer.concat(chunks);
          const said = body.subarray(0, saidCharacters).toString();
          if (!incoming.complete) resolve({ outcome: isSilent ? 'silent' : 'cut after', said });
          else if (incoming.statusCode !== 200) resolve({ outcome: incoming.statusCode ?? 0, said });
          else resolve(isKnown(subject, body) ? { outcome: 200, said: '' } : { outcome: 'wrong', said });
        });
      });
      let isSilent = false;
      const timer = setTimeout(() => {
        isSilent = true;
        request.destroy();
      }, patienceMs);
      request.on('error', (error) => {
        if (answer) return;
        clearTimeout(timer);
        const said = error.message;
        if (isSilent) resolve({ outcome: 'silent', said });
        else resolve({ outcome: errorCode(error) === 'ECONNREFUSED' ? 'unreached' : 'cut before', said });
      });
    });
  }
}

function isKnown({ digests }: Subject, body: Buffer): boolean {
  const digest = digestOf(body);
  if (digests.size === 0) digests.add(digest);
  return digests.has(digest);
}
