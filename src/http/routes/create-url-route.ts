/**
 * POST /urls/create: authorised by an API key, creates an export URL for a table of the spreadsheet-database
 * platform. The account must have a working connection to that platform (contract 4.5).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requireKeyOwner } from '../../access/api-key-access.ts';
import type { Account } from '../../accounts/account.ts';
import { actorOf } from '../../audit/audit-entry.ts';
import { recordAfter } from '../../audit/record-after.ts';
import { typedLine } from '../../base/typed-text.ts';
import { connectionsOf } from '../../connections/connection-store.ts';
import { createEndpoint } from '../../endpoints/create-endpoint.ts';
import type { Endpoint } from '../../endpoints/endpoint.ts';
import { ServiceError } from '../../errors/errors.ts';
import type { ExportContext } from '../../export/export-context.ts';
import { ChoiceError } from '../../sources/source.ts';
import { originOf } from '../caller.ts';
import { commonHeaders } from '../responses.ts';

const identifier = typedLine(200).min(1);

const createUrlBody = z.object(
  { base: identifier, table: identifier, view: identifier.optional() },
  'The body must be a JSON object with the fields base and table.',
);

export function createUrlRoute(app: FastifyInstance, context: ExportContext): void {
  const keyOwners = new WeakMap<FastifyRequest, Account>();
  app.post('/urls/create', {
    // Runs before the body is parsed, so that an unauthorised caller learns nothing about its validity.
    onRequest: async (request) => {
      keyOwners.set(request, await requireKeyOwner(context, request.headers.authorization));
    },
    handler: async (request, reply) => {
      const choice = requireBody(request.body);
      const account = keyOwners.get(request);
      if (!account) throw new ServiceError('authorizationWrong');
      const { id, name } = await createForAccount(context, account.id, choice);
      const target = { kind: 'endpoint', id, name } as const;
      const made = { action: 'endpoint.created', account, target, details: { by: 'API key' } } as const;
      await recordAfter(context, actorOf(account, originOf(request)), [made]);
      reply.headers(commonHeaders);
      return { URL: `${context.config.baseUrl}/${id}` };
    },
  });
}

/** Uses the newest connection that can see the table. */
async function createForAccount(
  context: ExportContext,
  accountId: string,
  choice: z.infer<typeof createUrlBody>,
): Promise<Endpoint> {
  const connections = await connectionsOf(context.database.db, accountId);
  const usable = connections.filter(({ platform, state }) => platform === 'airtable' && state === 'working');
  let problem = new ServiceError('platformRefused', {
    data: 'The account has no working connection to Airtable: connect it first.',
  });
  for (const connection of usable) {
    try {
      // As contract 4.5 has always made them.
      const wanted = { fields: null, name: undefined, type: 'csv', linkedRecords: 'json' } as const;
      return await createEndpoint(context, { connection, choice, ...wanted });
    } catch (error) {
      problem = refusalOf(error);
    }
  }
  throw problem;
}

/** Returns errors that another connection may not have, so that it is tried next; throws any other error. */
function refusalOf(error: unknown): ServiceError {
  if (error instanceof ChoiceError) {
    return new ServiceError('bodyInvalid', {
      placeholders: { problem: `Field '${error.part}' ${error.message}` },
    });
  }
  if (error instanceof ServiceError && (error.status === 423 || error.key === 'platformDisconnected'))
    return error;
  throw error;
}

function requireBody(body: unknown): z.infer<typeof createUrlBody> {
  const result = createUrlBody.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.');
  const problem = field
    ? `Field '${field}' ${problems[issue?.code ?? ''] ?? 'is wrong'}.`
    : (issue?.message ?? 'The body is wrong.');
  throw new ServiceError('bodyInvalid', { placeholders: { problem } });
}

/** By the code of the issue. */
const problems: Readonly<Record<string, string>> = {
  invalid_type: 'must be a text',
  too_small: 'must not be empty',
  too_big: 'is too long',
  custom: 'must be one line without control characters',
};
