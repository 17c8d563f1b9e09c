/**
 * `/api/auth/*`: sign-in, sign-out, sessions (section 5, rule 5). What the library answers is passed on; the address
 * of the client is told to it by the server alone, for its limit of attempts.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Auth, authPath, clientHeader } from '../sign-in/auth.ts';

export function signInRoutes(app: FastifyInstance, openedAuth: () => Promise<Auth>, baseUrl: string): void {
  app.route({
    method: ['GET', 'POST'],
    url: `${authPath}/*`,
    handler: async (request, reply) => {
      const auth = await openedAuth();
      return sendResponse(reply, await auth.handle(webRequest(request, baseUrl)));
    },
  });
}

/** The headers of a request, with the address of its client. */
export function webHeaders({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Headers {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) copied.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  copied.set(clientHeader, ip);
  return copied;
}

function webRequest(request: FastifyRequest, baseUrl: string): Request {
  const { method, body } = request;
  const headers = webHeaders(request);
  headers.delete('content-length');
  const address = new URL(request.raw.url ?? '/', new URL(baseUrl).origin);
  return new Request(address, {
    method,
    headers,
    ...(method === 'POST' && body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.status(response.status);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  reply.header('cache-control', 'no-store');
  return reply.send(await response.text());
}
