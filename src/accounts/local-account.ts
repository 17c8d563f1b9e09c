/** The local account, without limit: the owner of what is published without naming one (DESIGN section 3). */

import type { AppContext } from '../app-context.ts';
import type { Account } from './account.ts';
import { AccountError } from './account-error.ts';
import { createAccount, findAccount, requireAccount } from './account-store.ts';

export const localAddress = 'local@localhost';

/** Made at its first use, also when two commands use it first at once. */
export async function localAccount(context: AppContext): Promise<Account> {
  const known = await findAccount(context, localAddress);
  if (known) return known;
  try {
    return await createAccount(context, {
      email: localAddress,
      plan: 'custom',
      initialised: true,
      admin: false,
    });
  } catch (error) {
    if (error instanceof AccountError) return requireAccount(context, localAddress);
    throw error;
  }
}
