/**
 * Storage of proxies, which the dashboard calls views: each has its own id, belongs to one endpoint, may have a name,
 * and fixes parameters that a caller cannot override (contract 4.4.2).
 */

import { z } from 'zod';
import { digest } from '../base/digest.ts';
import { foldedText } from '../base/folded-text.ts';
import { putIntoBin } from '../storage/database/bin-store.ts';
import { contains } from '../storage/database/contains.ts';
import { countRows } from '../storage/database/count-rows.ts';
import type { Database, Db } from '../storage/database/database.ts';
import { type Page, type PageWanted, readPage } from '../storage/database/read-page.ts';
import type { ProxyRow } from '../storage/database/schema.ts';
import { addWithin, whileLocked } from '../storage/database/within-limit.ts';

export const parameterMap = z.record(z.string(), z.string());

const hintLength = 6;

/** The first characters of a proxy's id, by which its owner knows it. */
export const proxyHint = (id: string): string => id.slice(0, hintLength);

/** What is kept of the id, by which the dashboard names it. */
export const proxyDigest = (id: string): string => digest('proxy', id);

/** False if the endpoint has `most` proxies already. */
export async function insertProxy(
  database: Database,
  proxy: Pick<StoredProxy, 'endpointId' | 'name' | 'parameters' | 'createdAt'> & { readonly id: string },
  most: number,
): Promise<boolean> {
  const row: ProxyRow = {
    digest: proxyDigest(proxy.id),
    hint: proxyHint(proxy.id),
    endpoint_id: proxy.endpointId,
    parameters: JSON.stringify(proxy.parameters),
    created_at: proxy.createdAt,
    ...named(proxy.name),
    revision: 0,
  };
  return addWithin(
    database,
    { table: 'endpoints', id: proxy.endpointId },
    {
      most,
      count: (transaction) => countProxies(transaction, proxy.endpointId),
      add: async (transaction) => void (await transaction.insertInto('proxies').values(row).execute()),
    },
  );
}

export interface StoredProxy {
  readonly digest: string;
  readonly endpointId: string;
  readonly hint: string;
  /** Null: it was made without. */
  readonly name: string | null;
  readonly parameters: Readonly<Record<string, string>>;
  readonly createdAt: number;
  /** Incremented by every change. */
  readonly revision: number;
}

export async function proxiesOf(db: Db, endpointId: string): Promise<StoredProxy[]> {
  const rows = await db
    .selectFrom('proxies')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .orderBy('created_at')
    .execute();
  return rows.map(toProxy);
}

/** The newest first. */
export async function proxiesPage(
  db: Db,
  endpointId: string,
  wanted: PageWanted,
): Promise<Page<StoredProxy>> {
  const own = db.selectFrom('proxies').where('endpoint_id', '=', endpointId);
  const newest = own.selectAll().orderBy('created_at', 'desc').orderBy('digest');
  const { rows, total } = await readPage(own, newest, wanted);
  return { rows: rows.map(toProxy), total };
}

export async function countProxies(db: Db, endpointId: string): Promise<number> {
  return countRows(db.selectFrom('proxies').where('endpoint_id', '=', endpointId));
}

export async function findProxy(db: Db, ofDigest: string): Promise<StoredProxy | undefined> {
  const row = await db.selectFrom('proxies').selectAll().where('digest', '=', ofDigest).executeTakeFirst();
  return row && toProxy(row);
}

/** Those of an account whose name contains the text. */
export async function namedProxies(
  db: Db,
  accountId: string,
  search: string,
  most: number,
): Promise<{ readonly id: string; readonly endpointId: string; readonly name: string }[]> {
  const rows = await db
    .selectFrom('proxies')
    .innerJoin('endpoints', 'endpoints.id', 'proxies.endpoint_id')
    .select(['proxies.digest as id', 'proxies.endpoint_id as endpointId', 'proxies.name'])
    .where('endpoints.account_id', '=', accountId)
    .where(contains('proxies.name_folded', search))
    .orderBy('proxies.name_folded')
    .limit(most)
    .execute();
  return rows.map(({ name, ...proxy }) => ({ ...proxy, name: name ?? '' }));
}

/** Those that begin with the hint, or the one that has this id. */
export async function matchingProxies(db: Db, hintOrId: string): Promise<StoredProxy[]> {
  const own = proxyDigest(hintOrId);
  const rows = await db
    .selectFrom('proxies')
    .selectAll()
    .where((field) => field.or([field('digest', '=', own), field('hint', '=', hintOrId)]))
    .execute();
  const whole = rows.find((row) => row.digest === own);
  return (whole ? [whole] : rows).map(toProxy);
}

/** By which its owner knows it: never by its id. */
export function proxyTitle(proxy: Pick<StoredProxy, 'name' | 'hint'> | undefined): string | undefined {
  return proxy && (proxy.name === null ? proxy.hint : `${proxy.name} (${proxy.hint})`);
}

/** False if it was changed or deleted since it was read. The endpoint's revision tells hits to read it again. */
export async function updateProxy(
  database: Database,
  { digest: ofId, endpointId, revision, name, parameters }: StoredProxy,
): Promise<boolean> {
  return whileLocked(database, { table: 'endpoints', id: endpointId }, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('proxies')
      .set({ ...named(name), parameters: JSON.stringify(parameters), revision: revision + 1 })
      .where('digest', '=', ofId)
      .where('revision', '=', revision)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await transaction
      .updateTable('endpoints')
      .set((field) => ({ revision: field('revision', '+', 1) }))
      .where('id', '=', endpointId)
      .execute();
    return true;
  });
}

/** Another id takes the place of the old one, which is dead from then on; schedules follow. False if it is gone. */
export async function renewProxy(database: Database, proxy: StoredProxy, id: string): Promise<boolean> {
  const renewed = proxyDigest(id);
  const owner = { table: 'endpoints', id: proxy.endpointId } as const;
  return whileLocked(database, owner, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('proxies')
      .set((field) => ({ digest: renewed, hint: proxyHint(id), revision: field('revision', '+', 1) }))
      .where('digest', '=', proxy.digest)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await transaction
      .updateTable('jobs')
      .set((field) => ({ proxy_digest: renewed, revision: field('revision', '+', 1) }))
      .where('proxy_digest', '=', proxy.digest)
      .execute();
    return true;
  });
}

/** Into the bin of the endpoint's owner; false if a schedule exports it. */
export async function deleteProxy(
  db: Db,
  proxy: StoredProxy,
  accountId: string,
  at: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const used = transaction.selectFrom('jobs').select('id').where('proxy_digest', '=', proxy.digest);
    const row = await transaction
      .deleteFrom('proxies')
      .where('digest', '=', proxy.digest)
      .where(({ not, exists }) => not(exists(used)))
      .returningAll()
      .executeTakeFirst();
    if (!row) return false;
    await putIntoBin(transaction, { accountId, at, partOf: null }, [binnedProxy(row)]);
    return true;
  });
}

/** As the bin knows it. */
export function binnedProxy(row: ProxyRow) {
  const { digest: id, hint, name } = row;
  return { kind: 'proxy', id, hint, name: name ?? `${hint}…`, row } as const;
}

/** The schedules that export it, by name. */
export async function schedulesOfProxy(db: Db, proxy: StoredProxy, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('name')
    .where('proxy_digest', '=', proxy.digest)
    .orderBy('name')
    .limit(most)
    .execute();
  return rows.map(({ name }) => name);
}

const named = (name: string | null) => ({ name, name_folded: name && foldedText(name) });

function toProxy(row: ProxyRow): StoredProxy {
  const parameters = parameterMap.parse(JSON.parse(row.parameters));
  const { digest: ofId, hint, endpoint_id: endpointId, name, created_at: createdAt, revision } = row;
  return { digest: ofId, hint, endpointId, name, parameters, createdAt, revision };
}
