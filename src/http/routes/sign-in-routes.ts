/**
 * `/api/auth/*`: sign-in, sign-out, sessions (contract 5.7). What is over its limit is refused from memory, what has
 * another shape is refused before the library sees it, and of its answer only what the page needs is passed on.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Attempts, tooManyAttempts } from '../../accounts/sign-in/attempts.ts';
import { type Auth, authPath, clientHeader } from '../../accounts/sign-in/auth.ts';
import {
  type AuthRoute,
  allPasswords,
  authRoutes,
  passwordsAtOnce,
} from '../../accounts/sign-in/auth-routes.ts';
import { clientKey } from '../../accounts/sign-in/client-key.ts';
import type { AppContext } from '../../app-context.ts';
import { ServiceError } from '../../errors/errors.ts';
import { readShape } from '../read-shape.ts';

const largestBody = 16 * 1024;

interface SignInRequest {
  Querystring: { text: string };
}

export function signInRoutes(
  app: FastifyInstance,
  { config, now }: AppContext,
  openedAuth: () => Promise<Auth>,
): void {
  const attempts = new Attempts(now);
  const inTurn = passwordTurns();
  for (const [name, route] of Object.entries(authRoutes(config))) {
    const [method = '', path = ''] = name.split(' ');
    const handle = async (request: Request): Promise<Response> => (await openedAuth()).handle(request);
    app.route<SignInRequest>({
      method,
      url: `${authPath}${path}`,
      bodyLimit: largestBody,
      config: { isForEverySite: route.isForEverySite === true },
      onRequest: (request, _reply, done) => {
        attempts.take(`${name} by ${clientKey(request.ip)}`, route.byClient);
        done();
      },
      handler: async (request, reply) => {
        const body = readShape(route.body, request.body ?? {});
        const account = accountIn(body, request.headers.cookie);
        if (route.byAccount && account) attempts.take(`${name} of ${account}`, route.byAccount);
        if (route.hashes) attempts.take('passwords', allPasswords);
        const query = readShape(route.query, Object.fromEntries(new URLSearchParams(request.query.text)));
        const asked = webRequest(request, new URL(`${authPath}${path}`, config.baseUrl), {
          method,
          query,
          body,
        });
        const [response] = await Promise.all([
          route.hashes ? inTurn(() => handle(asked)) : handle(asked),
          route.leastMs === undefined ? undefined : delay(route.leastMs),
        ]);
        return sendResponse(reply, route, response);
      },
    });
  }
}

/** The headers of a request, with the address of its client, which the server alone tells. */
export function webHeaders({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Headers {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) copied.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  copied.set(clientHeader, ip);
  return copied;
}

function accountIn(body: object | undefined, cookie: string | undefined): string | undefined {
  if (body && 'email' in body && typeof body.email === 'string') return body.email.toLowerCase();
  return /session_token=([^;]+)/.exec(cookie ?? '')?.[1];
}

/** Refuses before the library has asked the database when too many are under way. */
function passwordTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let underWay = 0;
  return async (work) => {
    if (underWay >= passwordsAtOnce) throw new ServiceError('tooManySignIns', { retryAfterSeconds: 5 });
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  };
}

interface Asked {
  readonly method: string;
  readonly query: Readonly<Record<string, string | undefined>> | undefined;
  readonly body: object | undefined;
}

function webRequest(request: FastifyRequest, address: URL, { method, query = {}, body }: Asked): Request {
  const headers = webHeaders(request);
  headers.delete('content-length');
  if (body) headers.set('content-type', 'application/json');
  for (const [key, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(key, value);
  return new Request(address, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

async function sendResponse(
  reply: FastifyReply,
  { answer }: AuthRoute,
  response: Response,
): Promise<FastifyReply> {
  // Counted in the database, for all replicas.
  if (response.status === 429) throw tooManyAttempts(Number(response.headers.get('x-retry-after')));
  if (response.status === 503) throw new ServiceError('tooManySignIns', { retryAfterSeconds: 5 });
  reply.status(response.status).header('cache-control', 'no-store');
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  const location = response.headers.get('location');
  if (location !== null && response.status >= 300) return reply.header('location', location).send();
  const text = await response.text();
  if (!response.ok) return reply.type('application/json; charset=utf-8').send(text || '{}');
  return reply.send(answer ? JSON.stringify(answer.parse(JSON.parse(text))) : '{"status":true}');
}
