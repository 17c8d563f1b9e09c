/** What belongs to the account that is signed in; what is somebody else's is as if it did not exist. */
import type { Account } from '../accounts/account.ts';
import type { AppContext } from '../app-context.ts';
import { findConnection } from '../connections/connection-store.ts';
import { findEndpoint } from '../endpoints/endpoint-store.ts';
import { ServiceError } from '../errors/errors.ts';
import { findJob } from '../schedules/job-store.ts';
import type { Db } from '../storage/database/database.ts';

type Found<Kept> = Promise<Kept | undefined>;

function own<Kept extends { readonly accountId: string }>(find: (db: Db, id: string) => Found<Kept>) {
  return async (
    { database }: AppContext,
    account: Account,
    { id }: { readonly id: string },
  ): Promise<Kept> => {
    const kept = await find(database.db, id);
    if (kept?.accountId !== account.id) throw new ServiceError('notFound');
    return kept;
  };
}

export const ownConnection = own(findConnection);
export const ownEndpoint = own(findEndpoint);
export const ownSchedule = own(findJob);
