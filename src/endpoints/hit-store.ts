/**
 * What a hit needs to know (4.2 to 4.4), asked once: endpoint, owner and, on the proxy route, the parameters
 * that the owner fixed.
 */
import type { Kysely } from 'kysely';
import { digest, sameDigest } from '../digest.ts';
import { firstRow } from '../storage/compiled-query.ts';
import type { Schema, StandingRow } from '../storage/schema.ts';
import type { Endpoint } from './endpoint.ts';
import { toEndpoint } from './endpoint-store.ts';
import { parameterMap } from './proxy-store.ts';

type Db = Kysely<Schema>;

export interface Hit {
  readonly endpoint: Endpoint;
  /** Undefined when the account was deleted. */
  readonly owner: StandingRow | undefined;
  /** What the owner fixed on the proxy; empty on the direct route. */
  readonly fixedParameters: Readonly<Record<string, string>>;
}

const accountColumns = [
  'accounts.id as owner_id',
  'accounts.email',
  'accounts.plan',
  'accounts.allocation',
  'accounts.credits',
  'accounts.held',
  'accounts.cycle_anchor',
  'accounts.cycle_ends',
  'accounts.subscription_ends',
  'accounts.initialised',
  'accounts.blocked',
] as const;

export type FindHit = (id: string) => Promise<Hit | undefined>;

/** Compiled once: every hit asks it. */
export function endpointFinder(db: Db): FindHit {
  const compiled = db
    .selectFrom('endpoints')
    .leftJoin('accounts', 'accounts.id', 'endpoints.account_id')
    .selectAll('endpoints')
    .select(accountColumns)
    .where('endpoints.id', '=', '')
    .compile();
  return async (id) => {
    const row = await firstRow(db, compiled, [id]);
    return row && { endpoint: toEndpoint(row), owner: toOwner(row), fixedParameters: {} };
  };
}

/** Looked up by digest and then compared whole, so that timing tells nothing about other ids. */
export function proxyFinder(db: Db): FindHit {
  const compiled = db
    .selectFrom('proxies')
    .innerJoin('endpoints', 'endpoints.id', 'proxies.endpoint_id')
    .leftJoin('accounts', 'accounts.id', 'endpoints.account_id')
    .selectAll('endpoints')
    .select(accountColumns)
    .select(['proxies.parameters', 'proxies.id as proxy_id'])
    .where('proxies.digest', '=', '')
    .compile();
  return async (id) => {
    const wanted = digest('proxy', id);
    const row = await firstRow(db, compiled, [wanted]);
    if (!row || !sameDigest(digest('proxy', row.proxy_id), wanted)) return undefined;
    const fixedParameters = parameterMap.parse(JSON.parse(row.parameters));
    return { endpoint: toEndpoint(row), owner: toOwner(row), fixedParameters };
  };
}

type OwnerColumns = { [Name in keyof Omit<StandingRow, 'id'>]: StandingRow[Name] | null } & {
  owner_id: string | null;
};

function toOwner(row: OwnerColumns): StandingRow | undefined {
  if (row.owner_id === null) return undefined;
  return {
    id: row.owner_id,
    email: row.email ?? '',
    plan: row.plan ?? '',
    allocation: row.allocation,
    credits: row.credits,
    held: row.held ?? 0,
    cycle_anchor: row.cycle_anchor ?? 0,
    cycle_ends: row.cycle_ends,
    subscription_ends: row.subscription_ends,
    initialised: row.initialised ?? 0,
    blocked: row.blocked ?? 0,
  };
}
