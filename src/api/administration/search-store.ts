/** What an administrator looks for over all accounts. */
import { contains } from '../../storage/database/contains.ts';
import type { Db } from '../../storage/database/database.ts';

const mostFound = 20;

export function matchingAccounts(db: Db, search: string): Promise<{ id: string; email: string }[]> {
  return db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where(({ or, eb }) => or([contains('accounts.email_folded', search), eb('accounts.id', '=', search)]))
    .orderBy('email')
    .limit(mostFound)
    .execute();
}

interface FoundEndpoint {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  readonly email: string;
}

export function foundEndpoints(db: Db, search: string): Promise<FoundEndpoint[]> {
  return db
    .selectFrom('endpoints')
    .innerJoin('accounts', 'accounts.id', 'endpoints.account_id')
    .select(['endpoints.id', 'endpoints.name', 'accounts.id as accountId', 'accounts.email'])
    .where(({ or, eb }) => or([contains('endpoints.name_folded', search), eb('endpoints.id', '=', search)]))
    .orderBy('endpoints.name_folded')
    .orderBy('endpoints.id')
    .limit(mostFound)
    .execute();
}
