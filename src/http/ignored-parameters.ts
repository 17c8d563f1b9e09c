/**
 * The header that names the parameters of a request that had no effect, so that a misnamed one is noticed; a cache
 * buster still works (contract 4.6.3). Names come from the caller: they are URL-encoded, and cut.
 */
import type { FastifyReply } from 'fastify';

export const ignoredParametersHeader = 'Tablecast-Ignored-Parameters';

const maxNameLength = 64;
const maxNames = 16;

export function tellIgnoredParameters({ raw }: FastifyReply, names: readonly string[]): void {
  if (names.length === 0) return;
  const told = names.slice(0, maxNames).map((name) => encodeURIComponent(name).slice(0, maxNameLength));
  raw.setHeader(ignoredParametersHeader, [...told, ...(names.length > maxNames ? ['...'] : [])].join(', '));
}

/** As the answer told them. */
export function toldIgnoredParameters({ raw }: FastifyReply): string | undefined {
  return raw.getHeader(ignoredParametersHeader)?.toString();
}
