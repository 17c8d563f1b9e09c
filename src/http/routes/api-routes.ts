/**
 * The dashboard's interface below `/api/`: every row of the contract becomes a route that checks who calls, reads what
 * the row takes, and answers what the row says (contract 1.9.2).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { SignedInAccount } from '../../accounts/sign-in/auth.ts';
import { answerCall } from '../../api/answer-call.ts';
import { type Call, type Handler, WrittenAnswer } from '../../api/api.ts';
import { contract, type RouteName, routeNames } from '../../api/contract.ts';
import type { CallerRow } from '../../api/route.ts';
import type { Origin } from '../../audit/audit-entry.ts';
import { ServiceError } from '../../errors/errors.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { type Callers, originOf } from '../caller.ts';
import { readShape } from '../read-shape.ts';

interface Row extends CallerRow {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly maxBodyBytes?: number;
}

/** All that somebody can send of whom nothing is known yet. */
export const usualBodyBytes = 64 * 1024;

interface ApiRequest {
  Querystring: { text: string };
}

export function apiRoutes(app: FastifyInstance, context: ExportContext, requireCaller: Callers): void {
  const known = new WeakMap<FastifyRequest, SignedInAccount>();
  for (const name of routeNames) {
    const row: Row = contract[name];
    const [method = '', url = ''] = name.split(' ');
    app.route<ApiRequest>({
      method,
      url,
      config: { isForEverySite: row.caller === 'anybody' },
      ...(row.maxBodyBytes !== undefined && {
        bodyLimit: row.maxBodyBytes,
        onRequest: async (request, reply) => {
          try {
            known.set(request, await requireCaller(request, row));
          } catch (error) {
            // Who is refused is not listened to any longer than everybody else.
            if (isLong(request)) reply.header('connection', 'close');
            throw error;
          }
        },
      }),
      handler: async (request, reply) => {
        const account =
          row.caller === 'anybody' ? undefined : (known.get(request) ?? (await requireCaller(request, row)));
        const signal = leaving(reply);
        const call = {
          context,
          account,
          params: readShape(row.params, request.params),
          query: readShape(row.query, Object.fromEntries(new URLSearchParams(request.query.text))),
          body: readShape(row.body, request.body),
          from: originOf(request),
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
    throw new ServiceError('notFound');
  });
}

function isLong({ headers }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return coding !== undefined || Number(length) > usualBodyBytes;
}

interface ReadCall {
  readonly context: ExportContext;
  readonly account: SignedInAccount | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly from: Origin;
  readonly signal: AbortSignal;
}

function answerOf<Name extends RouteName>(name: Name, call: ReadCall): ReturnType<Handler<Name>> {
  // Every part was read by the shape in the row of the same name, and the caller was checked as it says.
  return answerCall(name, call as Call<Name>);
}

function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}
