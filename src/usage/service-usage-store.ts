/**
 * What all endpoints together were asked for, and which of them are slow or fail, for who runs the service. Asked day by
 * day: one question over two months of a large service would hold up everybody else.
 */
import type { AppContext } from '../app-context.ts';
import type { Db } from '../storage/database/database.ts';
import { inParts } from '../storage/database/parts.ts';

export interface ServiceDay {
  readonly day: string;
  readonly hits: number;
  readonly failed: number;
  /** Accounts of which an endpoint was asked for; deleted endpoints are nobody's. */
  readonly accountIds: readonly string[];
}

export async function daysOfService(
  { database: { db } }: AppContext,
  days: readonly string[],
): Promise<ServiceDay[]> {
  const found: ServiceDay[] = [];
  for (const day of days) {
    const rows = await db
      .selectFrom('usage_days')
      .leftJoin('endpoints', 'endpoints.id', 'usage_days.endpoint_id')
      .select('endpoints.account_id')
      .select(({ fn }) => [
        fn.sum<number | string>('usage_days.hits').as('hits'),
        fn.sum<number | string>('usage_days.failed').as('failed'),
      ])
      .where('usage_days.day', '=', day)
      .groupBy('endpoints.account_id')
      .execute();
    found.push({
      day,
      hits: rows.reduce((sum, { hits }) => sum + Number(hits), 0),
      failed: rows.reduce((sum, { failed }) => sum + Number(failed), 0),
      accountIds: rows.flatMap(({ account_id }) => account_id ?? []),
    });
  }
  return found;
}

export interface TroubledEndpoint {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  readonly email: string;
  readonly hits: number;
  readonly failed: number;
  readonly averageMs: number;
}

interface Trouble {
  readonly slowest: TroubledEndpoint[];
  readonly failing: TroubledEndpoint[];
}

interface Sums {
  readonly id: string;
  hits: number;
  failed: number;
  ms: number;
}

/** The worst first, so many of each. */
export async function troubledEndpoints(
  { database: { db } }: AppContext,
  days: readonly string[],
  most: number,
): Promise<Trouble> {
  const sums = [...(await sumsOfDays(db, days)).values()];
  const slowest = worst(sums, ({ ms, hits }) => ms / hits, most);
  const failing = worst(sums, ({ failed }) => failed, most);
  const owned = await withOwners(db, [...slowest, ...failing]);
  const shown = (all: readonly Sums[]): TroubledEndpoint[] => all.flatMap(({ id }) => owned.get(id) ?? []);
  return { slowest: shown(slowest), failing: shown(failing) };
}

async function sumsOfDays(db: Db, days: readonly string[]): Promise<ReadonlyMap<string, Sums>> {
  const sums = new Map<string, Sums>();
  for (const day of days) {
    const rows = await db
      .selectFrom('usage_days')
      .innerJoin('endpoints', 'endpoints.id', 'usage_days.endpoint_id')
      .select(['usage_days.endpoint_id as id', 'usage_days.hits', 'usage_days.failed', 'usage_days.ms'])
      .where('usage_days.day', '=', day)
      .execute();
    for (const { id, hits, failed, ms } of rows) {
      const sum = sums.get(id) ?? { id, hits: 0, failed: 0, ms: 0 };
      sum.hits += Number(hits);
      sum.failed += Number(failed);
      sum.ms += Number(ms);
      sums.set(id, sum);
    }
  }
  return sums;
}

function worst(sums: readonly Sums[], by: (each: Sums) => number, most: number): Sums[] {
  return sums
    .filter((each) => by(each) > 0)
    .sort((one, other) => by(other) - by(one) || (one.id < other.id ? -1 : 1))
    .slice(0, most);
}

async function withOwners(db: Db, sums: readonly Sums[]): Promise<ReadonlyMap<string, TroubledEndpoint>> {
  const byId = new Map(sums.map((each) => [each.id, each]));
  const found = new Map<string, TroubledEndpoint>();
  for (const part of inParts([...byId.keys()])) {
    const rows = await db
      .selectFrom('endpoints')
      .innerJoin('accounts', 'accounts.id', 'endpoints.account_id')
      .select(['endpoints.id', 'endpoints.name', 'accounts.id as accountId', 'accounts.email'])
      .where('endpoints.id', 'in', part)
      .execute();
    for (const row of rows) {
      const { hits = 0, failed = 0, ms = 0 } = byId.get(row.id) ?? {};
      found.set(row.id, { ...row, hits, failed, averageMs: Math.round(ms / hits) });
    }
  }
  return found;
}
