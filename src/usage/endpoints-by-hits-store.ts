/** The endpoints of an account by their hits in the current billing cycle, the most first, page by page. */

import { sql } from 'kysely';
import type { Db } from '../storage/database/database.ts';
import { type Page, type PageWanted, readPage } from '../storage/database/read-page.ts';

interface EndpointHits {
  readonly id: string;
  readonly name: string;
  /** Null before the first hit. */
  readonly lastHitAt: number | null;
  readonly hitsThisCycle: number;
}

interface HitsWanted extends PageWanted {
  /** The end of the current cycle; 0 for an account without cycles. */
  readonly cycle: number;
}

export async function endpointsByHits(
  db: Db,
  accountId: string,
  wanted: HitsWanted,
): Promise<Page<EndpointHits>> {
  const own = db.selectFrom('endpoints').where('endpoints.account_id', '=', accountId);
  const cycleHits = sql<number>`case when endpoint_totals.cycle = ${wanted.cycle} then endpoint_totals.cycle_hits else 0 end`;
  const listed = own
    .leftJoin('endpoint_totals', 'endpoint_totals.endpoint_id', 'endpoints.id')
    .select(['endpoints.id', 'endpoints.name', 'endpoint_totals.last_hit_at as lastHitAt'])
    .select(cycleHits.as('hitsThisCycle'))
    .orderBy('hitsThisCycle', 'desc')
    .orderBy('endpoints.name')
    .orderBy('endpoints.id');
  return readPage(own, listed, wanted);
}
