/**
 * Pages of other sites reach nothing below `/api/`: what changes something must come from the dashboard's own origin,
 * and what is read from it or from nobody but the person. The routes themselves carry the check, so that no spelling of
 * an address gets around it (contract 5.7.6).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ownOrigins } from '../accounts/sign-in/own-origins.ts';
import type { Config } from '../config/config.ts';
import { ServiceError } from '../errors/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** May be read from any page: it tells nothing of who asks, or has a proof of its own. */
    isForEverySite?: boolean;
  }
}

/** Before the routes are added. */
export function guardApi(app: FastifyInstance, config: Config): void {
  const origins = new Set(ownOrigins(config));
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return;
    const isForEverySite = route.config?.isForEverySite === true;
    const own = [route.onRequest ?? []].flat();
    route.onRequest = [
      (request, reply, done) => {
        reply.header('x-content-type-options', 'nosniff');
        done(isForeign(request, origins, isForEverySite) ? new ServiceError('crossOrigin') : undefined);
      },
      ...own,
    ];
  });
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Programs that are no browsers send neither header. */
function isForeign(
  { method, headers }: FastifyRequest,
  origins: ReadonlySet<string>,
  isForEverySite: boolean,
): boolean {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers;
  if (reading.has(method)) return !isForEverySite && site !== 'same-origin' && site !== 'none';
  return site !== 'same-origin' || (origin !== undefined && !origins.has(origin));
}
