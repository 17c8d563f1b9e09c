/**
 * Reads `Authorization: Bearer <token>` and compares it in constant time (section 5, rules 2 and 3). On the
 * proxy route the same problems have codes of their own.
 */
import { digest, sameDigest } from '../digest.ts';
import { ServiceError } from '../errors.ts';

export type Route = 'direct' | 'proxy';

const prefix = 'Bearer ';

/** The bearer token of the header, or the refusal of section 5. */
export function bearerToken(header: string | undefined, route: Route): string {
  if (header === undefined) {
    throw new ServiceError(route === 'proxy' ? 'proxyAuthorizationMissing' : 'authorizationRequired');
  }
  if (!header.startsWith(prefix)) {
    throw new ServiceError(route === 'proxy' ? 'proxyAuthorizationWrong' : 'authorizationMalformed');
  }
  return header.slice(prefix.length);
}

export function requireToken(
  endpoint: { readonly id: string; readonly tokenDigest: string | null },
  header: string | undefined,
  route: Route,
): void {
  if (endpoint.tokenDigest === null) return;
  const given = endpointTokenDigest(endpoint.id, bearerToken(header, route));
  if (sameDigest(given, endpoint.tokenDigest)) return;
  throw new ServiceError(route === 'proxy' ? 'proxyAuthorizationWrong' : 'authorizationWrong');
}

/** Bound to its endpoint: equal tokens of two endpoints have different digests. */
export function endpointTokenDigest(endpointId: string, token: string): string {
  return digest(`endpoint ${endpointId}`, token);
}
