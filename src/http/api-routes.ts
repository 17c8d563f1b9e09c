/**
 * The dashboard's interface below `/api/`: every row of the contract becomes a route that checks who calls, reads what
 * the row takes, and answers what the row says (section 1.9).
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import { allHandlers } from '../api/all-handlers.ts';
import { type Call, type Handler, WrittenAnswer } from '../api/api.ts';
import type { Caller } from '../api/contract/route.ts';
import { contract, type RouteName, routeNames } from '../api/contract.ts';
import { ServiceError } from '../errors.ts';
import type { ExportContext } from '../export/export-context.ts';
import type { SignedInAccount } from '../sign-in/auth.ts';
import type { Callers } from './caller.ts';

interface Row {
  readonly caller: Caller;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
}

interface ApiRequest {
  Querystring: { text: string };
}

export function apiRoutes(app: FastifyInstance, context: ExportContext, requireCaller: Callers): void {
  for (const name of routeNames) {
    const row: Row = contract[name];
    const [method = '', url = ''] = name.split(' ');
    app.route<ApiRequest>({
      method,
      url,
      handler: async (request, reply) => {
        const account = row.caller === 'anybody' ? undefined : await requireCaller(request, row.caller);
        const signal = leaving(reply);
        const call = {
          context,
          account,
          params: read(row.params, request.params),
          query: read(row.query, Object.fromEntries(new URLSearchParams(request.query.text))),
          body: read(row.body, request.body),
          signal,
        };
        try {
          const answer = await answerOf(name, call);
          reply.headers({ 'cache-control': 'no-store' });
          if (!(answer instanceof WrittenAnswer)) return reply.send(answer);
          return reply.type('application/json; charset=utf-8').send(answer.bytes);
        } catch (error) {
          // What a client that has left was to get is no failure.
          if (signal.aborted) return reply.hijack();
          throw error;
        }
      },
    });
  }
  app.all('/api/*', () => {
    throw new ServiceError('nothingThere');
  });
}

interface ReadCall {
  readonly context: ExportContext;
  readonly account: SignedInAccount | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

function answerOf<Name extends RouteName>(name: Name, call: ReadCall): ReturnType<Handler<Name>> {
  const handler: Handler<Name> = allHandlers[name];
  // Every part was read by the shape in the row of the same name, and the caller was checked as it says.
  return handler(call as Call<Name>);
}

function read(shape: z.ZodType | undefined, value: unknown): unknown {
  if (!shape) return undefined;
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const place = issue?.path.join('.');
  throw new ServiceError('inputInvalid', { data: `${place ? `${place}: ` : ''}${issue?.message ?? ''}` });
}

function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
