/** An account's connections with the number of endpoints that use them, and those endpoints (dashboard, "Connections"). */

import { sql } from 'kysely';
import { countRows } from '../storage/database/count-rows.ts';
import type { Db } from '../storage/database/database.ts';
import { type Page, type PageWanted, readPage } from '../storage/database/read-page.ts';
import type { EndpointRow } from '../storage/database/schema.ts';
import type { Connection } from './connection.ts';
import { toConnection } from './connection-store.ts';

interface ConnectionsWanted extends PageWanted {
  readonly platform?: string | undefined;
}

export interface UsedConnection {
  readonly connection: Connection;
  readonly endpointCount: number;
}

/** Those that stopped first, then the newest. A disconnected one that nothing uses any more is left out. */
export async function connectionsPage(
  db: Db,
  accountId: string,
  wanted: ConnectionsWanted,
): Promise<Page<UsedConnection>> {
  const uses = sql<number | bigint | string>`(select count(*) from endpoints
    where endpoints.account_id = ${accountId} and endpoints.connection_id = connections.id)`;
  let matching = db
    .selectFrom('connections')
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('state', '!=', 'disconnected'), where(uses, '>', 0)]));
  if (wanted.platform !== undefined) matching = matching.where('platform', '=', wanted.platform);
  const listed = matching
    .selectAll()
    .select(uses.as('uses'))
    .orderBy(sql`case when state = 'revoked' or problem is not null then 0 else 1 end`)
    .orderBy('created_at', 'desc')
    .orderBy('id');
  const { rows, total } = await readPage(matching, listed, wanted);
  return {
    rows: rows.map((row) => ({ connection: toConnection(row), endpointCount: Number(row.uses) })),
    total,
  };
}

const mostNamed = 1_000;

/** Those that are not disconnected, the newest first. */
export async function namedConnections(db: Db, accountId: string): Promise<Connection[]> {
  const rows = await db
    .selectFrom('connections')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '!=', 'disconnected')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(mostNamed)
    .execute();
  return rows.map(toConnection);
}

export async function endpointsUsing(
  db: Db,
  connection: Connection,
  wanted: PageWanted,
): Promise<Page<Pick<EndpointRow, 'id' | 'name'>>> {
  const using = usesOf(db, connection);
  return readPage(using, using.select(['id', 'name']).orderBy('name_folded').orderBy('id'), wanted);
}

export function countUses(db: Db, connection: Connection): Promise<number> {
  return countRows(usesOf(db, connection));
}

function usesOf(db: Db, { id, accountId }: Connection) {
  return db.selectFrom('endpoints').where('account_id', '=', accountId).where('connection_id', '=', id);
}
