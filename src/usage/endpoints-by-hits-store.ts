/** The endpoints of an account by their hits in the current billing cycle, the most first, page by page. */

import { sql } from 'kysely';
import { countRows } from '../storage/database/count-rows.ts';
import type { Db } from '../storage/database/database.ts';

interface EndpointHits {
  readonly id: string;
  readonly name: string;
  /** Null before the first hit. */
  readonly lastHitAt: number | null;
  readonly hitsThisCycle: number;
}

interface HitsWanted {
  /** The end of the current cycle; 0 for an account without cycles. */
  readonly cycle: number;
  readonly page: number;
  readonly pageSize: number;
}

export async function endpointsByHits(
  db: Db,
  accountId: string,
  { cycle, page, pageSize }: HitsWanted,
): Promise<{ readonly endpoints: readonly EndpointHits[]; readonly total: number }> {
  const own = db.selectFrom('endpoints').where('endpoints.account_id', '=', accountId);
  const cycleHits = sql<number>`case when endpoint_totals.cycle = ${cycle} then endpoint_totals.cycle_hits else 0 end`;
  const rows = await own
    .leftJoin('endpoint_totals', 'endpoint_totals.endpoint_id', 'endpoints.id')
    .select(['endpoints.id', 'endpoints.name', 'endpoint_totals.last_hit_at'])
    .select(cycleHits.as('hits'))
    .orderBy('hits', 'desc')
    .orderBy('endpoints.name')
    .orderBy('endpoints.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const total = await countRows(own);
  const endpoints = rows.map(({ id, name, last_hit_at: lastHitAt, hits }) => ({
    id,
    name,
    lastHitAt,
    hitsThisCycle: hits,
  }));
  return { endpoints, total };
}
