/**
 * The whole HTTP side of the service in one page: limits, order of handlers, mounts, and the health check
 * GET / (contract 4.1).
 */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { openAuth } from '../accounts/sign-in/auth.ts';
import { randomId } from '../base/random-id.ts';
import { rememberedSuccess } from '../base/remembered-success.ts';
import { version } from '../base/version.ts';
import { errorCode } from '../errors/error-code.ts';
import { type ErrorKey, ServiceError, serviceBusy } from '../errors/errors.ts';
import type { ExportContext } from '../export/export-context.ts';
import { callers, signedInAs } from './caller.ts';
import { connectionsByOpenFiles } from './connection/connections-by-open-files.ts';
import { OpenConnections } from './connection/open-connections.ts';
import { enforceBodyTimeout } from './connection/slow-bodies.ts';
import { answerRaw, answerUnreadable } from './connection/unreadable-request.ts';
import { countUntaken } from './connection/untaken-answers.ts';
import { toldIgnoredParameters } from './ignored-parameters.ts';
import type { Metrics } from './metrics.ts';
import { answeredStatus } from './open-hit.ts';
import { commonHeaders, failureReason, sendError, toResponseError } from './responses.ts';
import { accountArchiveRoute } from './routes/account-archive-route.ts';
import { apiRoutes, usualBodyBytes } from './routes/api-routes.ts';
import { consentRoute } from './routes/consent-route.ts';
import { createUrlRoute } from './routes/create-url-route.ts';
import { dashboardRoutes } from './routes/dashboard-routes.ts';
import { docsRoutes } from './routes/docs-routes.ts';
import { exportRoutes } from './routes/export-routes.ts';
import { readyPath, readyRoute } from './routes/ready-route.ts';
import { signInRoutes } from './routes/sign-in-routes.ts';
import { stripeRoute } from './routes/stripe-route.ts';
import { unsubscribeRoute } from './routes/unsubscribe-route.ts';
import { uploadRoute } from './routes/upload-route.ts';
import { guardApi } from './same-origin.ts';

export interface HttpServer {
  readonly app: FastifyInstance;
  readonly connections: OpenConnections;
}

export function buildServer(context: ExportContext, metrics: Metrics): HttpServer {
  const { writeTimeLimitMs, docsUrl, maxConnections = connectionsByOpenFiles() } = context.config;
  const record = (status: number, error: ErrorKey): void => {
    metrics.observe('none', status, 0);
    context.log.info({ route: 'none', status, error }, 'request completed');
  };
  const connections = new OpenConnections({
    maxConnections,
    writeTimeLimitMs,
    keepAliveMs: 65_000,
    refuse: (socket) => {
      const { status, key } = answerRaw(serviceBusy(), socket, docsUrl);
      record(status, key);
    },
  });
  const app = fastify({
    genReqId: requestIds(),
    trustProxy: context.config.trustedProxies.length > 0 && [...context.config.trustedProxies],
    routerOptions: {
      maxParamLength: 16 * 1024,
      // Parameters are read where they are used, in their order.
      querystringParser: (text) => ({ text }),
    },
    bodyLimit: usualBodyBytes,
    serverFactory: (answer) => connections.createServer(answer),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      // For an address that cannot be read Fastify runs no hook.
      recordWhenClosed(context, metrics, request, reply);
      return sendError(reply, toResponseError(error), context.config);
    },
    clientErrorHandler: (problem, socket) => {
      if (errorCode(problem) === 'ECONNRESET' || socket.destroyed) return;
      const { key, status } = answerUnreadable(problem, socket, docsUrl, connections.isAnswering(socket));
      record(status, key);
    },
  });
  app.addHook('onSend', countUntaken(context.answerBudget));
  handleErrors(app, context);
  app.addHook('onRequest', (request, reply, done) => {
    recordWhenClosed(context, metrics, request, reply);
    enforceBodyTimeout(request.raw);
    // Before a body is read, whatever it is.
    const isKnown = !request.is404 || request.method === 'GET' || request.method === 'HEAD';
    done(isKnown ? undefined : new ServiceError('methodNotAllowed'));
  });
  guardApi(app, context.config);
  app.get('/', (request, reply) =>
    request.headers['sec-fetch-dest'] === 'document'
      ? reply.redirect(context.config.siteUrl)
      : { status: 'ok', message: 'Tablecast is running.', version },
  );
  readyRoute(app, context.database, () => connections.isEnding);
  app.options('/urls/create', (_request, reply) => sendPreflight(reply, 'POST'));
  app.options('/*', (_request, reply) => sendPreflight(reply, 'GET, HEAD'));
  docsRoutes(app, context.config);
  createUrlRoute(app, context);
  const auth = rememberedSuccess(() => openAuth(context));
  consentRoute(app, context, signedInAs(auth));
  signInRoutes(app, context, auth);
  const requireCaller = callers(context, auth);
  apiRoutes(app, context, requireCaller);
  uploadRoute(app, context, requireCaller);
  accountArchiveRoute(app, context, requireCaller);
  dashboardRoutes(app, context.config);
  stripeRoute(app, context);
  unsubscribeRoute(app, context);
  exportRoutes(app, context);
  return { app, connections };
}

function sendPreflight(reply: FastifyReply, methods: string): FastifyReply {
  return reply
    .status(204)
    .headers({
      ...commonHeaders,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-max-age': '86400',
    })
    .send();
}

/** Different in every process, so that one id is one request in all logs. */
function requestIds(): () => string {
  const own = randomId().slice(0, 6);
  let count = 0;
  return () => `${own}-${(count++).toString(36)}`;
}

function handleErrors(app: FastifyInstance, { config, log }: ExportContext): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = toResponseError(thrown);
    if (error.key === 'methodNotAllowed') reply.header('allow', 'GET, HEAD');
    const failure = { reqId: request.id, err: error.cause };
    if (error.key === 'unexpected') log.error(failure, 'unexpected error');
    if (error.key === 'stateUnavailable') log.error(failure, 'database unavailable');
    return sendError(reply, error, config);
  });
  app.setNotFoundHandler((request, reply) => {
    const proxy = request.url.startsWith('/proxy/');
    return sendError(reply, new ServiceError(proxy ? 'proxyNotFound' : 'objectNotFound'), config);
  });
}

/**
 * The log names the route, the beginning of the id and why a request failed: a whole address would be a key to
 * the data.
 */
function recordWhenClosed(
  { log }: ExportContext,
  metrics: Metrics,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const begun = performance.now();
  reply.raw.on('close', () => {
    const elapsed = performance.now() - begun;
    const status = answeredStatus(reply.raw);
    const route = request.routeOptions.url?.replace(/(?<=.)\/$/, '') ?? 'none';
    metrics.observe(route, status, elapsed);
    const ignored = toldIgnoredParameters(reply);
    const line = {
      reqId: request.id,
      method: request.method,
      route,
      id: idHint(request),
      status,
      ms: Math.round(elapsed),
      ...(ignored !== undefined && { ignored }),
    };
    // Load balancers ask every second.
    const level = route === readyPath && status < 400 ? 'debug' : 'info';
    log[level](status < 400 ? line : { ...line, ...failureReason(request) }, 'request completed');
  });
}

function idHint({ params }: FastifyRequest): string | undefined {
  const id = typeof params === 'object' && params !== null && 'id' in params ? params.id : undefined;
  return typeof id === 'string' ? id.slice(0, 4) : undefined;
}
