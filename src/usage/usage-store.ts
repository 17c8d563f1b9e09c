/** Reads what was recorded of hits, for the command line and the dashboard (contract 6.4.1). */
import type { AppContext } from '../app-context.ts';
import type { UsageDayRow } from '../storage/database/schema.ts';
import { firstOfDays } from './day-sums.ts';

export interface UsageDay {
  /** `YYYY-MM-DD` in UTC. */
  readonly day: string;
  readonly hits: number;
  readonly failed: number;
  readonly credits: number;
  readonly rows: number;
  readonly bytes: number;
  readonly averageMs: number;
}

/** Newest first; days without a hit are left out. */
export async function daysOfEndpoint(
  { database: { db }, now }: AppContext,
  endpointId: string,
  days: number,
): Promise<UsageDay[]> {
  const rows = await db
    .selectFrom('usage_days')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('day', '>=', firstOfDays(now(), days))
    .orderBy('day', 'desc')
    .execute();
  return rows.map(toUsageDay);
}

function toUsageDay({
  day,
  hits,
  failed,
  credits,
  rows,
  bytes,
  ms,
}: Omit<UsageDayRow, 'endpoint_id'>): UsageDay {
  return { day, hits, failed, credits, rows, bytes, averageMs: Math.round(ms / hits) };
}

/** Of all endpoints of an account together, by day, newest first; days without a hit are left out. */
export async function daysOfAccount(
  { database: { db }, now }: AppContext,
  accountId: string,
  days: number,
): Promise<UsageDay[]> {
  const rows = await db
    .selectFrom('usage_days')
    .innerJoin('endpoints', 'endpoints.id', 'usage_days.endpoint_id')
    .select(['usage_days.day'])
    .select(({ fn }) => [
      fn.sum<number | string>('usage_days.hits').as('hits'),
      fn.sum<number | string>('usage_days.failed').as('failed'),
      fn.sum<number | string>('usage_days.credits').as('credits'),
      fn.sum<number | string>('usage_days.rows').as('rows'),
      fn.sum<number | string>('usage_days.bytes').as('bytes'),
      fn.sum<number | string>('usage_days.ms').as('ms'),
    ])
    .where('endpoints.account_id', '=', accountId)
    .where('usage_days.day', '>=', firstOfDays(now(), days))
    .groupBy('usage_days.day')
    .orderBy('usage_days.day', 'desc')
    .execute();
  return rows.map(({ day, hits, failed, credits, rows: rowCount, bytes, ms }) =>
    toUsageDay({
      day,
      hits: Number(hits),
      failed: Number(failed),
      credits: Number(credits),
      rows: Number(rowCount),
      bytes: Number(bytes),
      ms: Number(ms),
    }),
  );
}

interface EndpointTotals {
  /** Null before the first hit. */
  readonly lastHitAt: number | null;
  /** For an owner without billing cycles: all hits. */
  readonly hitsThisCycle: number;
}

export async function totalsOfEndpoint(
  { database: { db }, now }: AppContext,
  endpointId: string,
): Promise<EndpointTotals> {
  const row = await db
    .selectFrom('endpoint_totals')
    .innerJoin('endpoints', 'endpoints.id', 'endpoint_totals.endpoint_id')
    .leftJoin('accounts', 'accounts.id', 'endpoints.account_id')
    .select(['last_hit_at', 'cycle', 'cycle_hits', 'accounts.cycle_ends'])
    .where('endpoint_totals.endpoint_id', '=', endpointId)
    .executeTakeFirst();
  if (!row) return { lastHitAt: null, hitsThisCycle: 0 };
  // A cycle begins with the first hit in it.
  const isCurrent = row.cycle === (row.cycle_ends ?? 0) && (row.cycle === 0 || row.cycle > now());
  return { lastHitAt: row.last_hit_at, hitsThisCycle: isCurrent ? row.cycle_hits : 0 };
}

/** By all endpoints of an account. */
export async function usedInDays(
  { database: { db }, now }: AppContext,
  accountId: string,
  days: number,
): Promise<{ readonly credits: number; readonly hits: number }> {
  const row = await db
    .selectFrom('usage_days')
    .innerJoin('endpoints', 'endpoints.id', 'usage_days.endpoint_id')
    .select(({ fn }) => [
      fn.sum<number | bigint | string | null>('usage_days.credits').as('credits'),
      fn.sum<number | bigint | string | null>('usage_days.hits').as('hits'),
    ])
    .where('endpoints.account_id', '=', accountId)
    .where('usage_days.day', '>=', firstOfDays(now(), days))
    .executeTakeFirst();
  return { credits: Number(row?.credits ?? 0), hits: Number(row?.hits ?? 0) };
}
