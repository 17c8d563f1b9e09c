/**
 * A client for load: as fast as a number of connections allows, or at a fixed rate whatever the answers do. Times of
 * the fixed rate count from the moment at which a request was due, so that a stall is seen in full.
 */
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../src/errors/error-code.ts';
import { Latencies } from './latencies.ts';
import type { LoadMix, MixedRequest } from './load-mix.ts';

export interface LoadResult {
  readonly latencies: Latencies;
  readonly seconds: number;
  /** By status, or `cut` with the code of the error; all but 200. */
  readonly errors: ReadonlyMap<string, number>;
  /** Due, but not sent because too many were in flight. */
  readonly unsent: number;
}

/** As many as wait for three seconds at the rates of today. */
const maxInFlight = 4_000;
const tickMs = 5;

export async function asFastAsPossible(
  urls: readonly string[],
  mix: LoadMix,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const load = new Load(connections);
  const began = performance.now();
  let number = 0;
  const worker = async (_: unknown, at: number): Promise<void> => {
    while (performance.now() - began < seconds * 1_000) {
      await load.ask(urls[at % urls.length] ?? '', mix.at(number++), performance.now());
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return load.result(began, 0);
}

export async function atRate(
  urls: readonly string[],
  mix: LoadMix,
  perSecond: number,
  seconds: number,
): Promise<LoadResult> {
  const load = new Load(maxInFlight);
  const began = performance.now();
  let [number, unsent] = [0, 0];
  while (performance.now() - began < seconds * 1_000) {
    const due = ((performance.now() - began) / 1_000) * perSecond;
    for (; number < due; number++) {
      const dueAt = began + (number / perSecond) * 1_000;
      if (load.inFlight >= maxInFlight) unsent += 1;
      else void load.ask(urls[number % urls.length] ?? '', mix.at(number), dueAt);
    }
    await pause(tickMs);
  }
  await load.idle();
  return load.result(began, unsent);
}

class Load {
  readonly latencies = new Latencies();
  readonly errors = new Map<string, number>();
  inFlight = 0;
  readonly #agent: Agent;

  constructor(connections: number) {
    // All are kept: a port that is used again before the service has seen its end would be turned away.
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections });
  }

  async ask(url: string, { path, headers }: MixedRequest, since: number): Promise<void> {
    this.inFlight += 1;
    const outcome = await outcomeOf(this.#agent, url + path, headers);
    this.inFlight -= 1;
    if (outcome === '200') this.latencies.record(performance.now() - since);
    else this.errors.set(outcome, (this.errors.get(outcome) ?? 0) + 1);
  }

  async idle(): Promise<void> {
    while (this.inFlight > 0) await pause(tickMs);
  }

  result(began: number, unsent: number): LoadResult {
    this.#agent.destroy();
    const { latencies, errors } = this;
    return { latencies, errors, unsent, seconds: (performance.now() - began) / 1_000 };
  }
}

const answerWithinMs = 120_000;

function outcomeOf(agent: Agent, url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve) => {
    const request = get(url, { agent, headers, timeout: answerWithinMs }, (answer) => {
      answer.resume();
      answer.on('error', () => undefined);
      answer.on('close', () => resolve(answer.complete ? String(answer.statusCode) : 'cut'));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', (error) => resolve(`cut ${errorCode(error)}`));
  });
}

/** Of parts that were measured one after the other. */
export function together(parts: readonly LoadResult[]): LoadResult {
  const latencies = new Latencies();
  const errors = new Map<string, number>();
  for (const part of parts) {
    latencies.add(part.latencies);
    for (const [outcome, count] of part.errors) errors.set(outcome, (errors.get(outcome) ?? 0) + count);
  }
  const sum = (of: (part: LoadResult) => number): number =>
    parts.reduce((total, part) => total + of(part), 0);
  return { latencies, errors, unsent: sum(({ unsent }) => unsent), seconds: sum(({ seconds }) => seconds) };
}

/** Requests per second that were answered with 200. */
export function rateOf({ latencies, seconds }: LoadResult): number {
  return latencies.count / seconds;
}

export function errorCount({ errors, unsent }: LoadResult): number {
  return [...errors.values()].reduce((sum, count) => sum + count, unsent);
}
