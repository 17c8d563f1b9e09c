/** An account's connections with the number of endpoints that use them, and those endpoints (dashboard, "Connections"). */

import { sql } from 'kysely';
import { countRows } from '../storage/database/count-rows.ts';
import type { Db } from '../storage/database/database.ts';
import type { Connection } from './connection.ts';
import { toConnection } from './connection-store.ts';

interface ConnectionsWanted {
  readonly platform: string | undefined;
  readonly page: number;
  readonly pageSize: number;
}

export interface UsedConnection {
  readonly connection: Connection;
  readonly endpointCount: number;
}

/** Those that stopped first, then the newest. A disconnected one that nothing uses any more is left out. */
export async function connectionsPage(
  db: Db,
  accountId: string,
  { platform, page, pageSize }: ConnectionsWanted,
): Promise<{ readonly rows: readonly UsedConnection[]; readonly total: number }> {
  const uses = sql<number | bigint | string>`(select count(*) from endpoints
    where endpoints.account_id = ${accountId} and endpoints.connection_id = connections.id)`;
  let matching = db
    .selectFrom('connections')
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('state', '!=', 'disconnected'), where(uses, '>', 0)]));
  if (platform !== undefined) matching = matching.where('platform', '=', platform);
  const rows = await matching
    .selectAll()
    .select(uses.as('uses'))
    .orderBy(sql`case when state = 'revoked' or problem is not null then 0 else 1 end`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const total = await countRows(matching);
  return {
    rows: rows.map((row) => ({ connection: toConnection(row), endpointCount: Number(row.uses) })),
    total,
  };
}

interface UsingEndpoints {
  readonly endpoints: readonly { readonly id: string; readonly name: string }[];
  readonly total: number;
}

export async function endpointsUsing(
  db: Db,
  { id, accountId }: Connection,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<UsingEndpoints> {
  const using = db
    .selectFrom('endpoints')
    .where('account_id', '=', accountId)
    .where('connection_id', '=', id);
  const endpoints = await using
    .select(['id', 'name'])
    .orderBy('name_folded')
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const total = await countRows(using);
  return { endpoints, total };
}
