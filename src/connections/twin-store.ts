/** The same account at a platform, connected more than once: how often, and all its endpoints on one of them. */
import type { Db } from '../storage/database/database.ts';
import type { Connection } from './connection.ts';
import { toConnection } from './connection-store.ts';

type Whose = Pick<Connection, 'platform' | 'account' | 'state'>;

/** How many others of the owner have the account of a connection; none of one whose account nobody knows. */
export async function twinCounter(db: Db, accountId: string): Promise<(connection: Whose) => number> {
  const rows = await db
    .selectFrom('connections')
    .select(['platform', 'account_name'])
    .select(({ fn }) => fn.countAll<number | bigint | string>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', '!=', 'disconnected')
    .where('account_name', 'is not', null)
    .groupBy(['platform', 'account_name'])
    .execute();
  return ({ platform, account, state }) => {
    if (state === 'disconnected') return 0;
    const row = rows.find((each) => each.platform === platform && each.account_name === account);
    return row ? Number(row.count) - 1 : 0;
  };
}

/** The others with the same account. */
export async function twinsOf(
  db: Db,
  { id, accountId, platform, account }: Connection,
): Promise<Connection[]> {
  if (account === null) return [];
  const rows = await db
    .selectFrom('connections')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('platform', '=', platform)
    .where('account_name', '=', account)
    .where('state', '!=', 'disconnected')
    .where('id', '!=', id)
    .execute();
  return rows.map(toConnection);
}

/** How many were moved. */
export async function moveEndpoints(
  db: Db,
  accountId: string,
  from: readonly string[],
  to: string,
): Promise<number> {
  if (from.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable('endpoints')
    .set((field) => ({ connection_id: to, revision: field('revision', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('connection_id', 'in', from)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
