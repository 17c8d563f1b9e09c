/** The API keys of the account: the list, a new one, which is shown once, and the end of one (contract 2.4). */
import { apiKeysOf, deleteApiKeyOf } from '../../accounts/api-key-store.ts';
import { createApiKey } from '../../accounts/api-keys.ts';
import { ServiceError } from '../../errors/errors.ts';
import { type Handlers, isoMoment } from '../api.ts';

export const apiKeyHandlers = {
  'GET /api/account/api-keys': async ({ context, account }) => {
    const rows = await apiKeysOf(context.database.db, account.id);
    return {
      apiKeys: rows.map(({ digest, hint, created_at }) => ({
        id: digest,
        hint,
        createdAt: isoMoment(created_at),
      })),
    };
  },
  'POST /api/account/api-keys': async ({ context, account }) => ({
    key: await createApiKey(context, account),
  }),
  'DELETE /api/account/api-keys/:id': async ({ context, account, params }) => {
    if (!(await deleteApiKeyOf(context.database.db, account.id, params.id)))
      throw new ServiceError('notFound');
    return params;
  },
} satisfies Partial<Handlers>;
