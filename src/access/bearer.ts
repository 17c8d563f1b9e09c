/**
 * Parses `Authorization: Bearer <token>` and compares the token in constant time; guessing is slowed. The proxy route
 * has its own error codes for the same failures (contract 5.2 and 5.3).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { digest, sameDigest } from '../base/digest.ts';
import { randomId } from '../base/random-id.ts';
import { ServiceError } from '../errors/errors.ts';

export type Route = 'direct' | 'proxy';

const prefix = 'Bearer ';

/** Returns the bearer token of the header, or throws the error of contract 5.2. */
export function bearerToken(header: string | undefined, route: Route): string {
  if (header === undefined) {
    throw new ServiceError(route === 'proxy' ? 'proxyAuthorizationMissing' : 'authorizationRequired');
  }
  if (!header.startsWith(prefix)) {
    throw new ServiceError(route === 'proxy' ? 'proxyAuthorizationWrong' : 'authorizationMalformed');
  }
  return header.slice(prefix.length);
}

export async function requireToken(
  endpoint: { readonly id: string; readonly tokenDigest: string | null },
  header: string | undefined,
  route: Route,
  wrongTokens: WrongTokens,
): Promise<void> {
  if (endpoint.tokenDigest === null) return;
  const given = endpointTokenDigest(endpoint.id, bearerToken(header, route));
  if (sameDigest(given, endpoint.tokenDigest)) return;
  await wrongTokens.answerable(endpoint.id);
  throw new ServiceError(route === 'proxy' ? 'proxyAuthorizationWrong' : 'authorizationWrong');
}

const freeGuesses = 10;
const firstWaitMs = 100;
const maxWaitMs = 5_000;
const forgottenAfterMs = 60_000;
const maxEndpoints = 10_000;
/** Beyond so many at once answers do not wait: each costs memory. */
const maxWaiting = 1_000;

/**
 * Slows the guessing of an endpoint's token: after ten wrong ones, the answer to each further one waits, twice as
 * long as the one before, up to some seconds; a minute without any ends it. A right token is never kept waiting
 * (contract 5.2.2).
 */
export class WrongTokens {
  readonly #counts = new LRUCache<string, number>({ max: maxEndpoints, ttl: forgottenAfterMs });
  #waiting = 0;

  /** Resolves when a wrong token may be answered. */
  async answerable(endpointId: string): Promise<void> {
    const count = (this.#counts.get(endpointId) ?? 0) + 1;
    this.#counts.set(endpointId, count);
    if (count <= freeGuesses || this.#waiting >= maxWaiting) return;
    this.#waiting += 1;
    await pause(Math.min(maxWaitMs, firstWaitMs * 2 ** (count - freeGuesses - 1)));
    this.#waiting -= 1;
  }
}

/** A token that nobody guesses. */
export const strongToken = (): string => `${randomId()}${randomId()}`;

/** Includes the endpoint id, so that equal tokens of two endpoints have different digests. */
export function endpointTokenDigest(endpointId: string, token: string): string {
  return digest(`endpoint ${endpointId}`, token);
}
