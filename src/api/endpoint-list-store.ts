/** One page of an account's endpoints with what is known of their hits (dashboard, "Endpoint list"). */
import { type Kysely, sql } from 'kysely';
import type { EndpointRow, EndpointTotalRow, Schema } from '../storage/schema.ts';

export interface EndpointsWanted {
  readonly search: string;
  readonly sort: 'name' | 'created' | 'last hit';
  readonly page: number;
  readonly pageSize: number;
}

type ListedEndpoint = Pick<EndpointRow, 'id' | 'name' | 'type' | 'source' | 'token_digest' | 'created_at'> & {
  [Column in 'last_hit_at' | 'cycle' | 'cycle_hits']: EndpointTotalRow[Column] | null;
};

export async function endpointsPage(
  db: Kysely<Schema>,
  accountId: string,
  { search, sort, page, pageSize }: EndpointsWanted,
): Promise<{ readonly rows: readonly ListedEndpoint[]; readonly total: number }> {
  const matching = db
    .selectFrom('endpoints')
    .leftJoin('endpoint_totals', 'endpoint_totals.endpoint_id', 'endpoints.id')
    .where('endpoints.account_id', '=', accountId)
    .where(({ or, eb }) =>
      or([
        sql<boolean>`lower(endpoints.name) like ${`%${escaped(search)}%`} escape '\\'`,
        eb('endpoints.id', '=', search),
      ]),
    );
  const order = {
    name: matching.orderBy(sql`lower(endpoints.name)`),
    created: matching.orderBy('endpoints.created_at', 'desc'),
    'last hit': matching.orderBy(sql`coalesce(endpoint_totals.last_hit_at, 0)`, 'desc'),
  }[sort];
  const rows = await order
    .orderBy('endpoints.id')
    .select([
      'id',
      'name',
      'type',
      'source',
      'token_digest',
      'created_at',
      'last_hit_at',
      'cycle',
      'cycle_hits',
    ])
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number | bigint | string>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** Every character means itself. */
function escaped(search: string): string {
  return search.toLowerCase().replace(/[%_\\]/g, (character) => `\\${character}`);
}
