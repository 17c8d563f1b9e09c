/** A connection of the account that is signed in; one of somebody else is as if it did not exist. */
import type { Account } from '../../accounts/account.ts';
import type { AppContext } from '../../app-context.ts';
import type { Connection } from '../../connections/connection.ts';
import { findConnection } from '../../connections/connection-store.ts';
import { ServiceError } from '../../errors/errors.ts';

export async function ownConnection(
  { database }: AppContext,
  account: Account,
  { id }: { readonly id: string },
): Promise<Connection> {
  const connection = await findConnection(database.db, id);
  if (connection?.accountId !== account.id) throw new ServiceError('notFound');
  return connection;
}
