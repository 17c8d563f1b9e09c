/**
 * The dashboard under `/app/`: one page for every address that is no file, with the policy that lets only its own
 * scripts run; files whose names carry a digest of their content, for ever (contract 1.9).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomId } from '../../base/random-id.ts';
import { rememberedSuccess } from '../../base/remembered-success.ts';
import type { Config } from '../../config/config.ts';
import { ServiceError } from '../../errors/errors.ts';
import { pagePolicy } from '../page-policy.ts';
import { type BuiltFile, readBuiltFiles } from './built-files.ts';

export const dashboardFolder = new URL('../../../dashboard/dist/', import.meta.url);

export function dashboardRoutes(app: FastifyInstance, config: Config): void {
  const files = rememberedSuccess(() => readBuiltFiles(dashboardFolder));
  app.get('/app', (_request, reply) => reply.redirect(`${basePath(config)}/app/`));
  app.get<{ Params: { '*': string } }>('/app/*', async (request, reply) => {
    const path = request.params['*'];
    const file = (await files()).get(path);
    if (file && path !== 'index.html') return sendFile(request, reply, file);
    const index = (await files()).get('index.html');
    if (!index || /\.\w+$/.test(path)) throw new ServiceError('notFound');
    return sendIndex(reply, index, config);
  });
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') && file.gzip !== undefined;
  reply.headers({
    'content-type': file.type,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
  });
  if (takesGzip) reply.header('content-encoding', 'gzip');
  return reply.send(takesGzip ? file.gzip : file.content);
}

function sendIndex(reply: FastifyReply, index: BuiltFile, config: Config): FastifyReply {
  const nonce = randomId();
  const page = index.content
    .toString()
    .replaceAll('__NONCE__', nonce)
    .replaceAll('__BASE__', `${basePath(config)}/app/`);
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy('dashboard', nonce),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
    .send(page);
}

/** The path in `BASE_URL`, without a slash at its end. */
function basePath({ baseUrl }: Config): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}
