/**
 * The whole HTTP side of the service in one page: limits, order of handlers, mounts, and the health check
 * GET / (4.1).
 */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.ts';
import type { ExportContext } from '../export/export-context.ts';
import { randomId } from '../random-id.ts';
import { version } from '../version.ts';
import { consentRoute } from './consent-route.ts';
import { createUrlRoute } from './create-url-route.ts';
import { docsRoutes } from './docs-routes.ts';
import { exportRoutes } from './export-routes.ts';
import { toldIgnoredParameters } from './ignored-parameters.ts';
import type { Metrics } from './metrics.ts';
import { commonHeaders, failureReason, sendError, toServiceError } from './responses.ts';

export function buildServer(context: ExportContext, metrics: Metrics): FastifyInstance {
  const app = fastify({
    genReqId: requestIds(),
    routerOptions: {
      maxParamLength: 16 * 1024,
      // Parameters are read where they are used, in their order.
      querystringParser: (text) => ({ text }),
    },
    bodyLimit: 64 * 1024,
    keepAliveTimeout: 65_000,
    requestTimeout: 30_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // For an address that cannot be read Fastify runs no hook.
      reply.raw.once('finish', () => record(context, metrics, request, reply));
      return sendError(reply, toServiceError(error), context.config.docsUrl);
    },
  });
  dropStalledReaders(app.server, context.config.writeTimeLimitMs);
  handleErrors(app, context);
  app.addHook('onResponse', (request, reply, done) => {
    record(context, metrics, request, reply);
    done();
  });
  app.get('/', () => ({ status: 'ok', message: 'Tablecast is running.', version }));
  app.options('/*', (_request, reply) => reply.status(204).headers(preflightHeaders).send());
  docsRoutes(app, context.config);
  createUrlRoute(app, context);
  consentRoute(app, context);
  exportRoutes(app, context);
  return app;
}

/**
 * A client that has taken no byte of its answer for so long is dropped, with all that its answer holds. One that
 * waits for its answer is not.
 */
function dropStalledReaders(server: FastifyInstance['server'], timeLimitMs: number): void {
  server.setTimeout(timeLimitMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
}

const preflightHeaders = {
  ...commonHeaders,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization',
  'access-control-max-age': '86400',
};

/** Different in every process, so that one id is one request in all logs. */
function requestIds(): () => string {
  const own = randomId().slice(0, 6);
  let count = 0;
  return () => `${own}-${(count++).toString(36)}`;
}

function handleErrors(app: FastifyInstance, { config, log }: ExportContext): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = toServiceError(thrown);
    if (error.key === 'unexpected') log.error({ reqId: request.id, err: error.cause }, 'unexpected failure');
    return sendError(reply, error, config.docsUrl);
  });
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      reply.header('allow', 'GET, HEAD');
      return sendError(reply, new ServiceError('methodNotAllowed'), config.docsUrl);
    }
    const proxy = request.url.startsWith('/proxy/');
    return sendError(reply, new ServiceError(proxy ? 'proxyNotFound' : 'objectNotFound'), config.docsUrl);
  });
}

/**
 * The log names the route, the beginning of the id and why a request failed: a whole address would be a key to
 * the data.
 */
function record(
  { log }: ExportContext,
  metrics: Metrics,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const route = request.routeOptions.url ?? 'none';
  const { statusCode: status, elapsedTime } = reply;
  metrics.observe(route, status, elapsedTime);
  const ms = Math.round(elapsedTime);
  const ignored = toldIgnoredParameters(reply);
  const line = {
    reqId: request.id,
    method: request.method,
    route,
    id: idHint(request),
    status,
    ms,
    ...(ignored !== undefined && { ignored }),
  };
  log.info(status < 400 ? line : { ...line, ...failureReason(request) }, 'answered');
}

function idHint({ params }: FastifyRequest): string | undefined {
  const id = typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined;
  return typeof id === 'string' ? id.slice(0, 4) : undefined;
}
