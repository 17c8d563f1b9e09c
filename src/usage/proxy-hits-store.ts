/** When each proxy of an endpoint was last used, as far as its last hits tell. */
import type { Db } from '../storage/database/database.ts';

/** However many hits an endpoint has, no more than these are looked at. */
const lookedAt = 1_000;

/** By the hint of the proxy. */
export async function lastHitsOfProxies(db: Db, endpointId: string): Promise<ReadonlyMap<string, number>> {
  const recent = db
    .selectFrom('hits')
    .select(['proxy', 'at'])
    .where('endpoint_id', '=', endpointId)
    .orderBy('at', 'desc')
    .limit(lookedAt)
    .as('recent');
  const rows = await db
    .selectFrom(recent)
    .select(({ fn }) => ['recent.proxy', fn.max('recent.at').as('at')])
    .where('recent.proxy', 'is not', null)
    .groupBy('recent.proxy')
    .execute();
  return new Map(rows.map(({ proxy, at }) => [proxy ?? '', Number(at)]));
}
