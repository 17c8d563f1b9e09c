/**
 * Who may create URLs (contract 4.5): the holder of an API key of an account that is neither blocked nor expired.
 * Creating costs nothing, so an account that waits for its next credits may.
 */
import { type Account, conditionOf } from '../accounts/account.ts';
import { findAccountById } from '../accounts/account-store.ts';
import { accountOfApiKey } from '../accounts/api-keys.ts';
import type { AppContext } from '../app-context.ts';
import { ServiceError } from '../errors/errors.ts';
import { bearerToken } from './bearer.ts';
import { refuseFor } from './endpoint-access.ts';

export async function requireKeyOwner(context: AppContext, header: string | undefined): Promise<Account> {
  const id = await accountOfApiKey(context, bearerToken(header, 'direct'));
  if (id === undefined) throw new ServiceError('authorizationWrong');
  const account = await findAccountById(context, id);
  if (!account) throw new ServiceError('ownerNotFound');
  const condition = conditionOf(account, context.now());
  if (condition !== 'credit balance zero') refuseFor(context, condition);
  return account;
}
