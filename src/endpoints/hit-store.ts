/**
 * Everything that a hit reads: endpoint, owner and, on the proxy route, the parameters fixed by the owner. Every hit
 * asks for the revisions and the balance; the rows are cached by revision and read again only if one has changed
 * (contract 4.2 to 4.4).
 */
import { LRUCache } from 'lru-cache';
import { digest } from '../base/digest.ts';
import { coalesced } from '../storage/database/coalesce.ts';
import type { Database, PreparedQuery } from '../storage/database/database.ts';
import type { EndpointRow, OwnerStatusRow } from '../storage/database/schema.ts';
import type { Endpoint } from './endpoint.ts';
import { toEndpoint } from './endpoint-store.ts';
import { parameterMap } from './proxy-store.ts';

export interface FoundEndpoint {
  readonly endpoint: Endpoint;
  /** Undefined when the account was deleted. */
  readonly owner: OwnerStatusRow | undefined;
  /** Parameters fixed by the owner on the proxy; empty on the direct route. */
  readonly fixedParameters: Readonly<Record<string, string>>;
}

export type FindEndpoint = (id: string) => Promise<FoundEndpoint | undefined>;

export function endpointFinder({ db, prepareQuery }: Database): FindEndpoint {
  const stamped = db
    .selectFrom('endpoints')
    .leftJoin('accounts', 'accounts.id', 'endpoints.account_id')
    .where('endpoints.id', '=', '');
  return cachedByRevision(
    prepareQuery(stamped.select(stampColumns).compile()),
    prepareQuery(stamped.selectAll('endpoints').select(ownerColumns).compile()),
    (row) => ({ endpoint: toEndpoint(row), owner: toOwner(row), fixedParameters: {} }),
  );
}

/** Looks up the digest, so that timing reveals nothing about other ids. */
export function proxyFinder({ db, prepareQuery }: Database): FindEndpoint {
  const stamped = db
    .selectFrom('proxies')
    .innerJoin('endpoints', 'endpoints.id', 'proxies.endpoint_id')
    .leftJoin('accounts', 'accounts.id', 'endpoints.account_id')
    .where('proxies.digest', '=', '');
  const find = cachedByRevision(
    prepareQuery(stamped.select(stampColumns).compile()),
    prepareQuery(stamped.selectAll('endpoints').select(ownerColumns).select('proxies.parameters').compile()),
    (row) => {
      const fixedParameters = parameterMap.parse(JSON.parse(row.parameters));
      return { endpoint: toEndpoint(row), owner: toOwner(row), fixedParameters };
    },
  );
  return (id) => find(digest('proxy', id));
}

const stampColumns = [
  'endpoints.revision as endpoint_revision',
  'accounts.revision as owner_revision',
  'accounts.credits',
  'accounts.held',
] as const;

interface Stamp {
  readonly endpoint_revision: number;
  /** Null when the account was deleted. */
  readonly owner_revision: number | null;
  readonly credits: number | null;
  readonly held: number | null;
}

const ownerColumns = [
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
  'accounts.revision as owner_revision',
] as const;

type OwnerColumns = { [Name in keyof Omit<OwnerStatusRow, 'id'>]: OwnerStatusRow[Name] | null } & {
  owner_id: string | null;
  owner_revision: number | null;
};

const maxCachedBytes = 32 * 1024 * 1024;

interface CachedEndpoint<Row> {
  readonly row: Row;
  readonly found: FoundEndpoint;
}

/** Approximate size in memory: the settings are held twice, once as text and once decoded. */
function sizeOf({ row }: CachedEndpoint<EndpointRow>): number {
  const { source_settings: settings, fields, name, description } = row;
  return 1_000 + 4 * (settings.length + (fields?.length ?? 0) + name.length + description.length);
}

function cachedByRevision<Row extends EndpointRow & OwnerColumns>(
  stampQuery: PreparedQuery<Stamp>,
  readRow: PreparedQuery<Row>,
  read: (row: Row) => FoundEndpoint,
): FindEndpoint {
  const readStamp = coalesced(stampQuery);
  const cache = new LRUCache<string, CachedEndpoint<Row>>({
    maxSize: maxCachedBytes,
    sizeCalculation: sizeOf,
  });
  return async (key) => {
    const stamp = await readStamp(key);
    if (!stamp) {
      cache.delete(key);
      return undefined;
    }
    const cached = cache.get(key);
    if (cached && isCurrent(cached.row, stamp)) return withBalance(cached.found, stamp);
    const row = await readRow(key);
    if (!row) return undefined;
    const found = read(row);
    cache.set(key, { row, found });
    return found;
  };
}

function isCurrent(row: EndpointRow & OwnerColumns, stamp: Stamp): boolean {
  return row.revision === stamp.endpoint_revision && row.owner_revision === stamp.owner_revision;
}

function withBalance(found: FoundEndpoint, { credits, held }: Stamp): FoundEndpoint {
  const { endpoint, owner, fixedParameters } = found;
  return { endpoint, owner: owner && { ...owner, credits, held: held ?? 0 }, fixedParameters };
}

function toOwner(row: OwnerColumns): OwnerStatusRow | undefined {
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
