/**
 * GET and HEAD of /<endpoint_id>, /files/<endpoint_id> and /proxy/<proxy_id>: reads path, query and header, runs
 * the export and sends its answer (4.2 to 4.4).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../access/bearer.ts';
import { errorCode } from '../error-code.ts';
import { ClientGoneError } from '../export/client.ts';
import type { ExportContext } from '../export/export-context.ts';
import type { Query } from '../export/parameters.ts';
import { type AllowedExport, allowExport, type PlannedExport } from '../export/plan-export.ts';
import { runExport } from '../export/run-export.ts';
import { allFormats } from '../formats/all-formats.ts';
import { randomId } from '../random-id.ts';
import { ConnectedClient } from './connected-client.ts';
import { pagePolicy } from './page-policy.ts';
import { becomesFirst } from './pipelined.ts';
import { commonHeaders } from './responses.ts';
import { sendExport, sendHead } from './send-export.ts';
import { waitPage } from './wait-page.ts';

interface ExportRoute {
  Params: { id: string };
  Querystring: Query;
}

export function exportRoutes(app: FastifyInstance, context: ExportContext): void {
  const serve = (path: string, route: Route): void => {
    app.route<ExportRoute>({
      method: ['GET', 'HEAD'],
      url: path,
      handler: (request, reply) => answer(context, route, request, reply),
    });
  };
  serve('/:id', 'direct');
  serve('/files/:id', 'direct');
  serve('/proxy/:id', 'proxy');
}

async function answer(
  context: ExportContext,
  route: Route,
  request: FastifyRequest<ExportRoute>,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (!(await becomesFirst(request.raw, reply.raw))) {
    reply.hijack().raw.destroy();
    return undefined;
  }
  const { id } = request.params;
  const { authorization } = request.headers;
  const allowed = await allowExport(context, { route, id, authorization, query: request.query });
  if (request.method === 'HEAD') {
    sendHead(reply, allowed.planned);
    return undefined;
  }
  const { planned } = allowed;
  if (planned.parameters.showWaitPage) return sendWaitPage(reply, request, planned, context.config.baseUrl);
  await deliver(context, reply, allowed);
  return undefined;
}

/** If the client has disconnected, the connection is destroyed and nothing is logged. */
async function deliver(context: ExportContext, reply: FastifyReply, allowed: AllowedExport): Promise<void> {
  const client = new ConnectedClient(reply.raw);
  try {
    await using answer = await runExport(context, allowed, client);
    await sendExport(reply, answer, client);
  } catch (error) {
    if (!reply.sent && !client.isGone) throw error;
    if (!isPrematureClose(error) && !client.isGone) {
      context.log.error({ reqId: reply.request.id, err: error }, 'an answer broke off');
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
    dataUrl: withoutWaitPage(request.url),
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

/** Path and query only: the host must never come from the client. */
function withoutWaitPage(url: string): string {
  const [path = '/', query = ''] = url.split(/\?(.*)/s, 2);
  const kept = query.split('&').filter((pair) => decodeName(pair) !== 'show_wait_page');
  return `${path.replace(/^\/+/, '/')}${kept.join('&') && `?${kept.join('&')}`}`;
}

function decodeName(pair: string): string {
  const name = pair.split('=', 1)[0]?.replaceAll('+', ' ') ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
