/**
 * Storage of proxies: each has its own id, belongs to one endpoint and fixes parameters that a caller cannot
 * override (contract 4.4.2).
 */

import { z } from 'zod';
import { digest } from '../base/digest.ts';
import { putIntoBin } from '../storage/database/bin-store.ts';
import { countRows } from '../storage/database/count-rows.ts';
import type { Database, Db } from '../storage/database/database.ts';
import { type Page, type PageWanted, readPage } from '../storage/database/read-page.ts';
import type { ProxyRow } from '../storage/database/schema.ts';
import { addWithin } from '../storage/database/within-limit.ts';

export const parameterMap = z.record(z.string(), z.string());

const hintLength = 6;

/** The first characters of a proxy's id, by which its owner knows it. */
export const proxyHint = (id: string): string => id.slice(0, hintLength);

/** False if the endpoint has `most` proxies already. */
export async function insertProxy(
  database: Database,
  proxy: { id: string; endpointId: string; parameters: Readonly<Record<string, string>>; createdAt: number },
  most: number,
): Promise<boolean> {
  const row: ProxyRow = {
    digest: digest('proxy', proxy.id),
    hint: proxyHint(proxy.id),
    endpoint_id: proxy.endpointId,
    parameters: JSON.stringify(proxy.parameters),
    created_at: proxy.createdAt,
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

interface StoredProxy {
  readonly digest: string;
  readonly endpointId: string;
  readonly hint: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly createdAt: number;
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

/** Those that begin with the hint, or the one that has this id. */
export async function matchingProxies(db: Db, hintOrId: string): Promise<StoredProxy[]> {
  const own = digest('proxy', hintOrId);
  const rows = await db
    .selectFrom('proxies')
    .selectAll()
    .where((field) => field.or([field('digest', '=', own), field('hint', '=', hintOrId)]))
    .execute();
  const whole = rows.find((row) => row.digest === own);
  return (whole ? [whole] : rows).map(toProxy);
}

/** Into the bin of the endpoint's owner. */
export async function deleteProxy(
  db: Db,
  { digest: ofId }: Pick<StoredProxy, 'digest'>,
  accountId: string,
  at: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('proxies')
      .where('digest', '=', ofId)
      .returningAll()
      .executeTakeFirst();
    if (!row) return;
    const proxy = { kind: 'proxy', id: row.digest, name: row.hint, row } as const;
    await putIntoBin(transaction, { accountId, at, partOf: null }, [proxy]);
  });
}

function toProxy(row: ProxyRow): StoredProxy {
  const parameters = parameterMap.parse(JSON.parse(row.parameters));
  const { digest: ofId, hint, endpoint_id: endpointId, created_at: createdAt } = row;
  return { digest: ofId, hint, endpointId, parameters, createdAt };
}
