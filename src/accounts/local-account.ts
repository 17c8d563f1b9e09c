/** The local account, without limit: the owner of what is published without naming one (contract 10.1.5). */

import type { AppContext } from '../app-context.ts';
import { RefusedError } from '../errors/refused-error.ts';
import type { Account } from './account.ts';
import { createAccount, findAccount, findAccountById } from './account-store.ts';
import { markedLocalAccount } from './local-account-store.ts';

export const localAddress = 'local@localhost';

/** Made at its first use, also when two commands use it first at once. */
export async function localAccount(context: AppContext): Promise<Account> {
  const known = await findLocalAccount(context);
  if (known) return known;
  try {
    return await createAccount(context, {
      email: localAddress,
      plan: 'custom',
      initialised: true,
      admin: false,
    });
  } catch (error) {
    const made = error instanceof RefusedError ? await findAccount(context, localAddress) : undefined;
    if (made) return made;
    throw error;
  }
}

/** Also after its owner has given it an address. */
export async function findLocalAccount(context: AppContext): Promise<Account | undefined> {
  const id = await markedLocalAccount(context.database.db);
  return id === undefined ? findAccount(context, localAddress) : findAccountById(context, id);
}
