/**
 * The whole HTTP side of the service in one page: limits, order of handlers, mounts, and the health check
 * GET / (4.1).
 */
import fastifyCompress from '@fastify/compress';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { ServiceError } from '../errors.ts';
import type { ExportContext } from '../export/export-context.ts';
import { version } from '../version.ts';
import { createUrlRoute } from './create-url-route.ts';
import { docsRoutes } from './docs-routes.ts';
import { exportRoutes } from './export-routes.ts';
import type { Metrics } from './metrics.ts';
import { commonHeaders, sendError, toServiceError } from './responses.ts';

export async function buildServer(context: ExportContext, metrics: Metrics): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = context.log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 16 * 1024 },
    bodyLimit: 64 * 1024,
    keepAliveTimeout: 65_000,
    requestTimeout: 30_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, _request, reply) =>
      sendError(reply, toServiceError(error), context.config.docsUrl),
  });
  await app.register(fastifyCompress, { global: true, threshold: 1_024 });
  handleErrors(app, context);
  watchRequests(app, metrics);
  app.get('/', () => ({ status: 'ok', message: 'Tablecast is running.', version }));
  app.options('/*', (_request, reply) => reply.status(204).headers(preflightHeaders).send());
  docsRoutes(app, context.config);
  createUrlRoute(app, context);
  exportRoutes(app, context);
  return app;
}

const preflightHeaders = {
  ...commonHeaders,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'Authorization',
  'access-control-max-age': '86400',
};

function handleErrors(app: FastifyInstance, { config }: ExportContext): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = toServiceError(thrown);
    if (error.key === 'unexpected') request.log.error(error.cause, 'unexpected failure');
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

/** The log names the route and the beginning of the id: a whole address would be a key to the data. */
function watchRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { statusCode, elapsedTime } = reply;
    metrics.observe(route, statusCode, elapsedTime);
    request.log.info(
      { method: request.method, route, id: idHint(request), status: statusCode, ms: Math.round(elapsedTime) },
      'answered',
    );
    done();
  });
}

function idHint({ params }: FastifyRequest): string | undefined {
  const id = typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined;
  return typeof id === 'string' ? id.slice(0, 4) : undefined;
}
