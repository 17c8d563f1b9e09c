/** The API keys of the account: the list, a new one, which is shown once, and the end of one (contract 2.4). */
import { apiKeysOf, deleteApiKeyOf } from '../../accounts/api-key-store.ts';
import { createApiKey } from '../../accounts/api-keys.ts';
import { ServiceError } from '../../errors/errors.ts';
import { type Handler, isoMoment } from '../api.ts';

export const listApiKeys: Handler<'GET /api/account/api-keys'> = async ({ context, account }) => {
  const rows = await apiKeysOf(context.database.db, account.id);
  return {
    apiKeys: rows.map(({ digest, hint, created_at }) => ({
      id: digest,
      hint,
      createdAt: isoMoment(created_at),
    })),
  };
};

export const addApiKey: Handler<'POST /api/account/api-keys'> = async ({ context, account }) => ({
  key: await createApiKey(context, account),
});

export const removeApiKey: Handler<'DELETE /api/account/api-keys/:id'> = async (call) => {
  const { context, account, params } = call;
  if (!(await deleteApiKeyOf(context.database.db, account.id, params.id))) throw new ServiceError('notFound');
  return params;
};
