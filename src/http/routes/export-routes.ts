/**
 * GET and HEAD of /<endpoint_id>, /files/<endpoint_id> and /proxy/<proxy_id>: reads path, query and header, runs
 * the export and sends its answer (contract 4.2 to 4.4).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../access/bearer.ts';
import { randomId } from '../../base/random-id.ts';
import { errorCode } from '../../errors/error-code.ts';
import { ServiceError } from '../../errors/errors.ts';
import { ClientGoneError } from '../../export/client.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { readQuery } from '../../export/parameters.ts';
import { type AllowedExport, allowExport, type PlannedExport } from '../../export/plan-export.ts';
import { runExport } from '../../export/run-export.ts';
import { allFormats } from '../../formats/all-formats.ts';
import { ConnectedClient } from '../connection/connected-client.ts';
import { tellIgnoredParameters } from '../ignored-parameters.ts';
import { type OpenHit, openHit } from '../open-hit.ts';
import { pagePolicy } from '../page-policy.ts';
import { commonHeaders } from '../responses.ts';
import { sendExport, sendHead } from '../send-export.ts';
import { waitPage } from './wait-page.ts';

interface ExportRoute {
  Params: { id: string };
  /** As it was sent. */
  Querystring: { text: string };
}

export function exportRoutes(app: FastifyInstance, context: ExportContext): void {
  const serve = (path: string, route: Route): void => {
    for (const url of [path, `${path}/`]) {
      app.route<ExportRoute>({
        method: ['GET', 'HEAD'],
        url,
        handler: (request, reply) => answer(context, route, request, reply),
      });
    }
  };
  serve('/:id', 'direct');
  serve('/files/:id', 'direct');
  serve('/proxy/:id', 'proxy');
  app.get('/proxy/', () => {
    throw new ServiceError('proxyNotFound');
  });
}

async function answer(
  context: ExportContext,
  route: Route,
  request: FastifyRequest<ExportRoute>,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const hit = openHit(context, route, request, reply);
  const { id } = request.params;
  const { authorization } = request.headers;
  const query = readQuery(new URLSearchParams(request.query.text));
  tellIgnoredParameters(reply, query.ignored);
  const isHit = request.method !== 'HEAD';
  const onFound = (endpointId: string): void => {
    if (isHit) hit.endpointId = endpointId;
  };
  const allowed = await allowExport(context, { route, id, authorization, query, onFound });
  tellIgnoredParameters(reply, allowed.ignored);
  if (!isHit) {
    sendHead(reply, allowed.planned);
    return undefined;
  }
  const { planned } = allowed;
  if (planned.parameters.showWaitPage) {
    // The page and the request for the data that it makes are one hit.
    hit.endpointId = undefined;
    return sendWaitPage(reply, request, planned, context.config.baseUrl);
  }
  hit.type = planned.type;
  hit.hasAllFields = planned.parameters.allFields;
  await deliver(context, reply, allowed, hit);
  return undefined;
}

/** If the client has disconnected, the connection is destroyed. */
async function deliver(
  context: ExportContext,
  reply: FastifyReply,
  allowed: AllowedExport,
  hit: OpenHit,
): Promise<void> {
  const client = new ConnectedClient(reply.raw);
  try {
    await using answer = await runExport(context, allowed, client);
    hit.rows = answer.rows ?? null;
    hit.credits = answer.credits;
    await sendExport(reply, answer, client, hit);
  } catch (error) {
    if (!reply.sent && !client.isGone) throw error;
    if (!isPrematureClose(error) && !client.isGone) {
      context.log.error({ reqId: reply.request.id, err: error }, 'response aborted');
      // What the log and the metrics count; the client has had the status of a whole answer.
      reply.raw.statusCode = 500;
    }
    reply.hijack().raw.destroy();
  }
}

/** The error of a write to a connection that the client has closed. */
function isPrematureClose(error: unknown): boolean {
  if (error instanceof ClientGoneError) return true;
  return prematureCodes.has(errorCode(error));
}

const prematureCodes = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE']);

/** The page requests the data without `show_wait_page`, so that page and data together cost one credit. */
function sendWaitPage(
  reply: FastifyReply,
  request: FastifyRequest<ExportRoute>,
  { endpoint, type }: PlannedExport,
  baseUrl: string,
): FastifyReply {
  const nonce = randomId();
  const page = waitPage({
    title: endpoint.name,
    dataUrl: dataAddress(request, baseUrl),
    download: allFormats[type].disposition === 'attachment',
    nonce,
  });
  return reply
    .headers({
      ...commonHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy('waiting', nonce, new URL(baseUrl).origin),
    })
    .send(page);
}

/** From the route and the configured base: nothing but the id and the query comes from the client. */
function dataAddress({ routeOptions, params, query }: FastifyRequest<ExportRoute>, baseUrl: string): string {
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const path = routeOptions.url?.replace(':id', params.id) ?? '';
  const kept = query.text.split('&').filter((pair) => nameOf(pair) !== 'show_wait_page');
  return `${base}${path}${kept.join('&') && `?${kept.join('&')}`}`;
}

/** As the parameters are read. */
function nameOf(pair: string): string | undefined {
  return new URLSearchParams(pair).keys().next().value?.toLowerCase();
}
