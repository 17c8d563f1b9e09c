/** One page of all accounts with what an administrator wants to know of them. */

import { sql } from 'kysely';
import { contains } from '../storage/database/contains.ts';
import type { Db } from '../storage/database/database.ts';
import { type Page, type PageWanted, readPage } from '../storage/database/read-page.ts';
import type { AccountRow } from '../storage/database/schema.ts';
import { type Account, toAccount } from './account.ts';

interface AccountsWanted extends PageWanted {
  readonly search: string;
  readonly sort: 'email' | 'created' | 'credits' | 'last visit';
}

export interface ListedAccount {
  readonly account: Account;
  readonly endpoints: number;
  readonly storedBytes: number;
  readonly lastVisitAt: string | null;
}

/** ISO; a session is renewed once a day. */
const lastVisit = sql<
  string | null
>`(select max(sessions.updated_at) from sessions where sessions.user_id = accounts.id)`;
const endpointCount = sql<
  number | bigint | string
>`(select count(*) from endpoints where endpoints.account_id = accounts.id)`;

const storedBytes = sql<
  number | bigint | string | null
>`(select sum(uploads.stored_bytes) from uploads where uploads.account_id = accounts.id and uploads.retired_at is null)`;

type CountedRow = AccountRow & {
  readonly last_visit: string | null;
  readonly endpoints: number | bigint | string;
  readonly stored_bytes: number | bigint | string | null;
};

export async function accountsPage(db: Db, wanted: AccountsWanted): Promise<Page<ListedAccount>> {
  const matching = db.selectFrom('accounts').where(contains('accounts.email_folded', wanted.search));
  const order = {
    email: matching.orderBy('email'),
    created: matching.orderBy('created_at', 'desc'),
    // Without a limit is most.
    credits: matching.orderBy(sql`coalesce(credits, 9007199254740991)`, 'desc'),
    'last visit': matching.orderBy(sql`coalesce(${lastVisit}, '')`, 'desc'),
  }[wanted.sort];
  const listed = order
    .orderBy('id')
    .selectAll()
    .select([lastVisit.as('last_visit'), endpointCount.as('endpoints'), storedBytes.as('stored_bytes')]);
  const { rows, total } = await readPage(matching, listed, wanted);
  return { rows: rows.map(toListed), total };
}

export async function listedAccount(db: Db, id: string): Promise<ListedAccount | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .select([lastVisit.as('last_visit'), endpointCount.as('endpoints'), storedBytes.as('stored_bytes')])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toListed(row);
}

function toListed(row: CountedRow): ListedAccount {
  return {
    account: toAccount(row),
    endpoints: Number(row.endpoints),
    storedBytes: Number(row.stored_bytes),
    lastVisitAt: row.last_visit,
  };
}
