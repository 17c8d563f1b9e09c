/** What all endpoints together were asked for, and which of them are slow or fail, for who runs the service. */
import { sql } from 'kysely';
import type { AppContext } from '../app-context.ts';
import { firstOfDays } from './day-sums.ts';

export interface ServiceDay {
  readonly day: string;
  readonly hits: number;
  readonly failed: number;
  /** Accounts of which an endpoint was asked for. */
  readonly accounts: number;
}

/** Days without a hit are left out. */
export async function daysOfService(
  { database: { db }, now }: AppContext,
  days: number,
): Promise<ServiceDay[]> {
  const rows = await db
    .selectFrom('usage_days')
    .leftJoin('endpoints', 'endpoints.id', 'usage_days.endpoint_id')
    .select('usage_days.day')
    .select(({ fn }) => [
      fn.sum<number | string>('usage_days.hits').as('hits'),
      fn.sum<number | string>('usage_days.failed').as('failed'),
      fn.count<number | string>('endpoints.account_id').distinct().as('accounts'),
    ])
    .where('usage_days.day', '>=', firstOfDays(now(), days))
    .groupBy('usage_days.day')
    .orderBy('usage_days.day')
    .execute();
  return rows.map(({ day, hits, failed, accounts }) => ({
    day,
    hits: Number(hits),
    failed: Number(failed),
    accounts: Number(accounts),
  }));
}

/** Between two days, the second not among them. */
export async function activeAccounts(
  { database: { db } }: AppContext,
  from: string,
  before: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('usage_days')
    .innerJoin('endpoints', 'endpoints.id', 'usage_days.endpoint_id')
    .select(({ fn }) => fn.count<number | string>('endpoints.account_id').distinct().as('count'))
    .where('usage_days.day', '>=', from)
    .where('usage_days.day', '<', before)
    .executeTakeFirstOrThrow();
  return Number(count);
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

const orders = {
  slowest: sql`sum(usage_days.ms) * 1.0 / sum(usage_days.hits)`,
  failing: sql`sum(usage_days.failed)`,
} as const;

export async function troubledEndpoints(
  { database: { db }, now }: AppContext,
  by: keyof typeof orders,
  days: number,
  most: number,
): Promise<TroubledEndpoint[]> {
  const rows = await db
    .selectFrom('usage_days')
    .innerJoin('endpoints', 'endpoints.id', 'usage_days.endpoint_id')
    .innerJoin('accounts', 'accounts.id', 'endpoints.account_id')
    .select(['endpoints.id', 'endpoints.name', 'accounts.id as account_id', 'accounts.email'])
    .select(({ fn }) => [
      fn.sum<number | string>('usage_days.hits').as('hits'),
      fn.sum<number | string>('usage_days.failed').as('failed'),
      fn.sum<number | string>('usage_days.ms').as('ms'),
    ])
    .where('usage_days.day', '>=', firstOfDays(now(), days))
    .groupBy(['endpoints.id', 'endpoints.name', 'accounts.id', 'accounts.email'])
    .orderBy(orders[by], 'desc')
    .orderBy('endpoints.id')
    .limit(most)
    .execute();
  const all = rows.map(({ id, name, account_id: accountId, email, hits, failed, ms }) => ({
    id,
    name,
    accountId,
    email,
    hits: Number(hits),
    failed: Number(failed),
    averageMs: Math.round(Number(ms) / Number(hits)),
  }));
  return by === 'failing' ? all.filter(({ failed }) => failed > 0) : all;
}
