/**
 * POST /urls/create (4.5): authorised by an API key, makes an export URL for a table of the
 * spreadsheet-database platform. It needs a connection of the account to that platform.
 */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { bearerToken } from '../access/bearer.ts';
import { accountOfApiKey } from '../accounts/api-keys.ts';
import { ServiceError } from '../errors.ts';
import type { ExportContext } from '../export/export-context.ts';

const identifier = z.string('must be a text').min(1, 'must not be empty').max(200, 'is too long');

const createUrlBody = z.object(
  { base: identifier, table: identifier, view: identifier.optional() },
  'The body must be a JSON object with the fields base and table.',
);

export function createUrlRoute(app: FastifyInstance, context: ExportContext): void {
  app.post('/urls/create', {
    bodyLimit: 64 * 1024,
    // Before the body is read: who may not ask learns nothing about it.
    onRequest: async (request) => {
      const key = bearerToken(request.headers.authorization, 'direct');
      if ((await accountOfApiKey(context, key)) === undefined) throw new ServiceError('authorizationWrong');
    },
    handler: async (request) => {
      requireBody(request.body);
      throw new ServiceError('platformRefused', { data: 'The account has no connection to the platform.' });
    },
  });
}

function requireBody(body: unknown): z.infer<typeof createUrlBody> {
  const result = createUrlBody.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join('.');
  const problem = issue?.code === 'invalid_type' && field ? 'must be a text' : (issue?.message ?? 'is wrong');
  throw new ServiceError('bodyInvalid', {
    holes: { problem: field ? `Field '${field}' ${problem}.` : problem },
  });
}
