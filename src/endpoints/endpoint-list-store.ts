/** One page of an account's endpoints, filtered and sorted, with what is known of their hits and files (dashboard, "Endpoint list"). */

import { sql } from 'kysely';
import { foldedText } from '../base/folded-text.ts';
import { contains } from '../storage/database/contains.ts';
import type { Db } from '../storage/database/database.ts';
import { type Page, type PageWanted, readPage } from '../storage/database/read-page.ts';
import type { EndpointRow, EndpointTotalRow, UploadRow } from '../storage/database/schema.ts';
import type { OutcomeState } from '../usage/outcome.ts';

export interface EndpointsWanted extends PageWanted {
  readonly search: string;
  readonly source?: string | undefined;
  readonly state?: OutcomeState | 'paused' | undefined;
  readonly tag?: string | undefined;
  readonly sort: keyof typeof usualDirections;
  /** Undefined: as is usual for the column. */
  readonly direction?: 'asc' | 'desc' | undefined;
  /** The billing cycle whose hits count, by its end. */
  readonly cycle: number;
}

/** Words from a to z, times and numbers the largest first; problems first. */
const usualDirections = {
  name: 'asc',
  source: 'asc',
  format: 'asc',
  state: 'asc',
  created: 'desc',
  'last hit': 'desc',
  hits: 'desc',
} as const;

type ListedEndpoint = Pick<
  EndpointRow,
  | 'id'
  | 'name'
  | 'type'
  | 'source'
  | 'source_settings'
  | 'token_digest'
  | 'paused_at'
  | 'connection_id'
  | 'created_at'
> & {
  readonly last_hit_at: EndpointTotalRow['last_hit_at'] | null;
  readonly hits: number;
  readonly file_name: UploadRow['file_name'] | null;
};

const hitsOf = (cycle: number) =>
  sql<number>`case when endpoint_totals.cycle = ${cycle} then endpoint_totals.cycle_hits else 0 end`;

/** As `endpoint-state.ts` decides it where the account itself is in order; in the order of the alphabet `working` is last. */
const stateOf = sql<string>`case when endpoints.paused_at is not null then 'paused'
  when endpoints.connection_id is not null and not exists (
    select 1 from connections where connections.id = endpoints.connection_id
    and connections.state = 'working' and connections.problem is null) then 'connection stopped'
  else coalesce((select endpoint_outcomes.state from endpoint_outcomes
    where endpoint_outcomes.endpoint_id = endpoints.id), 'working') end`;

function matchingEndpoints(db: Db, accountId: string, { search, source, state, tag }: EndpointsWanted) {
  let matching = db
    .selectFrom('endpoints')
    .where('endpoints.account_id', '=', accountId)
    .where(({ or, eb }) => or([contains('endpoints.name_folded', search), eb('endpoints.id', '=', search)]));
  if (source !== undefined) matching = matching.where('endpoints.source', '=', source);
  if (state !== undefined) matching = matching.where(stateOf, '=', state);
  if (tag !== undefined)
    matching = matching.where('endpoints.id', 'in', (query) =>
      query
        .selectFrom('endpoint_tags')
        .select('endpoint_tags.endpoint_id')
        .where('endpoint_tags.account_id', '=', accountId)
        .where('endpoint_tags.tag_folded', '=', foldedText(tag)),
    );
  return matching;
}

export async function endpointsPage(
  db: Db,
  accountId: string,
  wanted: EndpointsWanted,
): Promise<Page<ListedEndpoint>> {
  const { sort, cycle, direction = usualDirections[sort] } = wanted;
  const matching = matchingEndpoints(db, accountId, wanted);
  const listed = matching
    .leftJoin('endpoint_totals', 'endpoint_totals.endpoint_id', 'endpoints.id')
    .leftJoin('uploads', (join) =>
      join.onRef('uploads.endpoint_id', '=', 'endpoints.id').on('uploads.retired_at', 'is', null),
    );
  const order = {
    name: sql`endpoints.name_folded`,
    source: sql`endpoints.source`,
    format: sql`endpoints.type`,
    state: stateOf,
    created: sql`endpoints.created_at`,
    'last hit': sql`coalesce(endpoint_totals.last_hit_at, 0)`,
    hits: hitsOf(cycle),
  }[sort];
  const selected = listed
    .orderBy(order, direction)
    .orderBy('endpoints.name_folded')
    .orderBy('endpoints.id')
    .select([
      'endpoints.id',
      'endpoints.name',
      'endpoints.type',
      'endpoints.source',
      'endpoints.source_settings',
      'endpoints.token_digest',
      'endpoints.paused_at',
      'endpoints.connection_id',
      'endpoints.created_at',
      'endpoint_totals.last_hit_at',
      'uploads.file_name',
      hitsOf(cycle).as('hits'),
    ]);
  return readPage(matching, selected, wanted);
}
