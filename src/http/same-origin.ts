/**
 * Nothing below `/api/` is changed by a page of somebody else: a request that changes something must come from the
 * dashboard's own origin (section 5).
 */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { ServiceError } from '../errors.ts';
import { ownOrigins } from '../sign-in/own-origins.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Programs that are no browsers send neither header. */
export function requireSameOrigin({ method, headers }: FastifyRequest, config: Config): void {
  if (reading.has(method)) return;
  const { origin } = headers;
  const isForeign = origin !== undefined && !ownOrigins(config).includes(origin);
  if (isForeign || headers['sec-fetch-site'] === 'cross-site') throw new ServiceError('foreignOrigin');
}
