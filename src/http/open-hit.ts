/**
 * A hit on its way: what is known of it is written down as it becomes known, and recorded when its connection is done
 * with it. `HEAD`, addresses that lead nowhere and the waiting page are no hits (contract 6.4.1).
 */
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../access/bearer.ts';
import { proxyHint } from '../endpoints/proxy-store.ts';
import type { ExportContext } from '../export/export-context.ts';
import { type Hit, keptUserAgent } from '../usage/hit.ts';
import { keptData } from '../usage/outcome.ts';
import { toldIgnoredParameters } from './ignored-parameters.ts';
import { failureOf } from './responses.ts';

const maxIgnoredLength = 200;

export interface OpenHit {
  /** Undefined until it is found; of what is no hit, for ever. */
  endpointId: string | undefined;
  type: Hit['type'];
  hasAllFields: boolean;
  rows: Hit['rows'];
  bytes: number;
  credits: number;
}

export function openHit(
  { usage, now }: ExportContext,
  route: Route,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): OpenHit {
  const at = now();
  const begun = performance.now();
  const open: OpenHit = {
    endpointId: undefined,
    type: null,
    hasAllFields: false,
    rows: null,
    bytes: 0,
    credits: 0,
  };
  reply.raw.on('close', () => {
    const { endpointId, type, hasAllFields, rows, bytes, credits } = open;
    if (endpointId === undefined) return;
    const status = answeredStatus(reply.raw);
    const failure = status < 400 ? undefined : failureOf(request);
    usage.record({
      at,
      endpointId,
      proxy: route === 'proxy' ? proxyHint(request.params.id) : null,
      status,
      error: failure?.key ?? null,
      data: failure ? keptData(failure.key, failure.data) : null,
      hasAllFields,
      type,
      rows,
      bytes: status < 400 ? bytes : bytes + lengthOf(reply),
      ms: Math.round(performance.now() - begun),
      credits,
      userAgent: keptUserAgent(request.headers['user-agent']),
      ignored: toldIgnoredParameters(reply)?.slice(0, maxIgnoredLength) ?? null,
    });
  });
  return open;
}

/** Of a client that has left: 499, as usual in logs of servers. */
const clientLeft = 499;

export function answeredStatus({ statusCode, writableFinished }: ServerResponse): number {
  return writableFinished || statusCode >= 400 ? statusCode : clientLeft;
}

function lengthOf(reply: FastifyReply): number {
  return Number(reply.getHeader('content-length') ?? 0);
}
