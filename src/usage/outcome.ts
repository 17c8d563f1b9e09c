/**
 * What a request says about its endpoint: that it works, or which problem it has. What the caller caused (a wrong
 * statement, token or destination) and what holds for the whole account says nothing about the endpoint; pure.
 */
import { cleanText } from '../base/clean-text.ts';
import type { Hit } from './hit.ts';

export const problemStates = ['source changed', 'connection stopped', 'failing'] as const;
export type ProblemState = (typeof problemStates)[number];
export type OutcomeState = 'working' | ProblemState;

/** By the key of the error. */
const problems: Readonly<Record<string, ProblemState>> = {
  structureChanged: 'source changed',
  platformRefused: 'connection stopped',
  platformDisconnected: 'connection stopped',
  platformRateLimit: 'failing',
  sourceUnavailable: 'failing',
  serviceBusy: 'failing',
  stateUnavailable: 'failing',
  unexpected: 'failing',
};

/** Undefined for an error that says nothing about the endpoint. */
export function problemOf(error: string): ProblemState | undefined {
  return Object.hasOwn(problems, error) ? problems[error] : undefined;
}

const maxDataLength = 500;

/** `data` of an error as it is kept: none of what the caller caused, because that repeats what was asked for. */
export function keptData(error: string, data: string | undefined): string | null {
  return data === undefined || problemOf(error) === undefined ? null : cleanText(data, maxDataLength);
}

export interface Outcome {
  readonly endpointId: string;
  /** When it was known. */
  readonly at: number;
  readonly state: OutcomeState;
  /** Null while it works. */
  readonly error: string | null;
  readonly data: string | null;
  readonly since: number;
  /** How many failed since. */
  readonly failures: number;
}

export function workingOutcome(endpointId: string, at: number): Outcome {
  return { endpointId, at, state: 'working', error: null, data: null, since: at, failures: 0 };
}

/** In the order in which they are to be noted: of each endpoint its last success, and what failed after it. */
export function outcomesOf(hits: readonly Hit[]): Outcome[] {
  const byEndpoint = Map.groupBy(hits.flatMap(outcomeOf), ({ endpointId }) => endpointId);
  return [...byEndpoint.values()].flatMap((own) => lastOf(own.sort((a, b) => a.at - b.at)));
}

export function outcomeOf(hit: Hit): Outcome[] {
  const { endpointId, status, data } = hit;
  const at = hit.at + hit.ms;
  if (status < 400) {
    if (hit.hasAllFields) return [];
    return [workingOutcome(endpointId, at)];
  }
  // An answer that broke off has no error of ours.
  const error = status === 500 ? (hit.error ?? 'unexpected') : hit.error;
  const state = error === null ? undefined : problemOf(error);
  return state === undefined ? [] : [{ endpointId, at, state, error, data, since: at, failures: 1 }];
}

function lastOf(own: readonly Outcome[]): Outcome[] {
  const success = own.findLast(({ state }) => state === 'working');
  const after = own.slice(success === undefined ? 0 : own.indexOf(success) + 1);
  const last = after.at(-1);
  if (!last) return success ? [success] : [];
  const other = after.findLastIndex(({ state }) => state !== last.state);
  const alike = after.slice(other + 1);
  const failure = { ...last, since: alike[0]?.since ?? last.since, failures: alike.length };
  return success ? [success, failure] : [failure];
}
