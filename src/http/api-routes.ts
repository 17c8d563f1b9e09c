/**
 * The dashboard's interface below `/api/`: every row of the contract becomes a route that checks who calls, reads what
 * the row takes, and answers what the row says (section 1.9).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Account } from '../accounts/account.ts';
import { findAccountById, initialiseAccount } from '../accounts/account-store.ts';
import { allHandlers } from '../api/all-handlers.ts';
import type { Answer, Call, Handler } from '../api/api.ts';
import { type Caller, contract, type RouteName, routeNames } from '../api/contract.ts';
import { ServiceError } from '../errors.ts';
import type { ExportContext } from '../export/export-context.ts';
import type { Auth } from '../sign-in/auth.ts';
import { webHeaders } from './sign-in-routes.ts';

interface Row {
  readonly caller: Caller;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
}

interface ApiRequest {
  Querystring: { text: string };
}

export function apiRoutes(app: FastifyInstance, context: ExportContext, auth: () => Promise<Auth>): void {
  for (const name of routeNames) {
    const row: Row = contract[name];
    const [method = '', url = ''] = name.split(' ');
    app.route<ApiRequest>({
      method,
      url,
      handler: async (request, reply) => {
        const account = await callerOf(context, auth, request, row.caller);
        const answer = await answerOf(name, {
          context,
          account,
          params: read(row.params, request.params),
          query: read(row.query, Object.fromEntries(new URLSearchParams(request.query.text))),
          body: read(row.body, request.body),
          signal: leaving(reply),
        });
        return reply.headers({ 'cache-control': 'no-store' }).send(answer);
      },
    });
  }
  app.all('/api/*', () => {
    throw new ServiceError('nothingThere');
  });
}

interface ReadCall {
  readonly context: ExportContext;
  readonly account: Account | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

function answerOf<Name extends RouteName>(name: Name, call: ReadCall): Promise<Answer<Name>> {
  const handler: Handler<Name> = allHandlers[name];
  // Every part was read by the shape in the row of the same name, and the caller was checked as it says.
  return handler(call as Call<Name>);
}

async function callerOf(
  context: ExportContext,
  auth: () => Promise<Auth>,
  request: FastifyRequest<ApiRequest>,
  caller: Caller,
): Promise<Account | undefined> {
  if (caller === 'anybody') return undefined;
  const signedIn = await (await auth()).signedIn(webHeaders(request));
  const account = signedIn && (await findAccountById(context, signedIn.accountId));
  if (!account) throw new ServiceError('signInRequired');
  if (!account.initialised) await initialiseAccount(context, account.id);
  if (caller === 'administrator' && !account.admin) throw new ServiceError('administratorsOnly');
  return account;
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
