/** An endpoint of the account that is signed in; one of somebody else is as if it did not exist. */
import type { Account } from '../../accounts/account.ts';
import type { AppContext } from '../../app-context.ts';
import type { Endpoint } from '../../endpoints/endpoint.ts';
import { findEndpoint } from '../../endpoints/endpoint-store.ts';
import { ServiceError } from '../../errors/errors.ts';

export async function ownEndpoint(
  { database }: AppContext,
  account: Account,
  { id }: { readonly id: string },
): Promise<Endpoint> {
  const endpoint = await findEndpoint(database.db, id);
  if (endpoint?.accountId !== account.id) throw new ServiceError('notFound');
  return endpoint;
}
