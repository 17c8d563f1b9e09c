/** One page of an account's endpoints with what is known of their hits and files (dashboard, "Endpoint list"). */

import { sql } from 'kysely';
import { contains } from '../storage/database/contains.ts';
import type { Db } from '../storage/database/database.ts';
import { type Page, type PageWanted, readPage } from '../storage/database/read-page.ts';
import type { EndpointRow, EndpointTotalRow, UploadRow } from '../storage/database/schema.ts';

interface EndpointsWanted extends PageWanted {
  readonly search: string;
  readonly sort: 'name' | 'created' | 'last hit' | 'hits';
  /** The billing cycle whose hits count, by its end. */
  readonly cycle: number;
}

type ListedEndpoint = Pick<
  EndpointRow,
  'id' | 'name' | 'type' | 'source' | 'source_settings' | 'token_digest' | 'connection_id' | 'created_at'
> & {
  readonly last_hit_at: EndpointTotalRow['last_hit_at'] | null;
  readonly hits: number;
  readonly file_name: UploadRow['file_name'] | null;
};

const hitsOf = (cycle: number) =>
  sql<number>`case when endpoint_totals.cycle = ${cycle} then endpoint_totals.cycle_hits else 0 end`;

export async function endpointsPage(
  db: Db,
  accountId: string,
  wanted: EndpointsWanted,
): Promise<Page<ListedEndpoint>> {
  const { search, sort, cycle } = wanted;
  const matching = db
    .selectFrom('endpoints')
    .where('endpoints.account_id', '=', accountId)
    .where(({ or, eb }) => or([contains('endpoints.name_folded', search), eb('endpoints.id', '=', search)]));
  const listed = matching
    .leftJoin('endpoint_totals', 'endpoint_totals.endpoint_id', 'endpoints.id')
    .leftJoin('uploads', (join) =>
      join.onRef('uploads.endpoint_id', '=', 'endpoints.id').on('uploads.retired_at', 'is', null),
    );
  const order = {
    name: listed.orderBy('endpoints.name_folded'),
    created: listed.orderBy('endpoints.created_at', 'desc'),
    'last hit': listed.orderBy(sql`coalesce(endpoint_totals.last_hit_at, 0)`, 'desc'),
    hits: listed.orderBy(hitsOf(cycle), 'desc'),
  }[sort];
  const selected = order
    .orderBy('endpoints.id')
    .select([
      'endpoints.id',
      'endpoints.name',
      'endpoints.type',
      'endpoints.source',
      'endpoints.source_settings',
      'endpoints.token_digest',
      'endpoints.connection_id',
      'endpoints.created_at',
      'endpoint_totals.last_hit_at',
      'uploads.file_name',
      hitsOf(cycle).as('hits'),
    ]);
  return readPage(matching, selected, wanted);
}
