/** `api-key create | list | delete`: a key is shown once and kept only as a digest. */
import { requireAccount } from '../accounts/account-store.ts';
import { apiKeysOf, deleteApiKey } from '../accounts/api-key-store.ts';
import { createApiKey, matchingApiKeys } from '../accounts/api-keys.ts';
import { type Command, onlyArgument } from './command.ts';

export const apiKeyCreate: Command = {
  usage: 'api-key create EMAIL',
  does: 'Creates an API key, which is shown once.',
  options: {},
  run: async (context, input) => {
    const account = await requireAccount(context, onlyArgument(input, 'EMAIL'));
    return { key: await createApiKey(context, account) };
  },
};

export const apiKeyList: Command = {
  usage: 'api-key list EMAIL',
  does: 'Lists the API keys of an account by their first characters; a key itself cannot be shown again.',
  options: {},
  run: async (context, input) => {
    const account = await requireAccount(context, onlyArgument(input, 'EMAIL'));
    const keys = await apiKeysOf(context.database.db, account.id);
    return {
      apiKeys: keys.map(({ hint, created_at }) => ({ hint, createdAt: new Date(created_at).toISOString() })),
    };
  },
};

export const apiKeyDelete: Command = {
  usage: 'api-key delete HINT',
  does: 'Deletes an API key, by the first characters that `api-key list` shows or by the whole key; it stops working at once.',
  options: {},
  run: async (context, input) => {
    const [key, ...more] = await matchingApiKeys(context, onlyArgument(input, 'HINT'));
    if (!key) throw new Error('There is no such API key. List them with: api-key list EMAIL');
    if (more.length > 0) throw new Error('Several API keys begin like this. Give the whole key.');
    await deleteApiKey(context.database.db, key.digest);
    return { hint: key.hint, deleted: true };
  },
};
