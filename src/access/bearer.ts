/**
 * Parses `Authorization: Bearer <token>` and compares the token in constant time. The proxy route has its own error
 * codes for the same failures (contract 5.2 and 5.3).
 */
import { digest, sameDigest } from '../base/digest.ts';
import { randomId } from '../base/random-id.ts';
import { ServiceError } from '../errors/errors.ts';
import type { WrongTokens } from './wrong-tokens.ts';

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

/** A token that nobody guesses. */
export const strongToken = (): string => `${randomId()}${randomId()}`;

/** Includes the endpoint id, so that equal tokens of two endpoints have different digests. */
export function endpointTokenDigest(endpointId: string, token: string): string {
  return digest(`endpoint ${endpointId}`, token);
}
