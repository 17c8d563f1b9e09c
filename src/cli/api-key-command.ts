/** `api-key create` (DESIGN section 3): the key is shown once and kept only as a digest. */
import { requireAccount } from '../accounts/account-store.ts';
import { createApiKey } from '../accounts/api-keys.ts';
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
