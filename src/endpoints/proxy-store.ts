/**
 * Storage of proxies: each has its own id, belongs to one endpoint and fixes parameters that a caller cannot
 * override (4.4).
 */
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { digest } from '../digest.ts';
import type { Schema } from '../storage/schema.ts';

type Db = Kysely<Schema>;

export const parameterMap = z.record(z.string(), z.string());

export async function insertProxy(
  db: Db,
  proxy: { id: string; endpointId: string; parameters: Readonly<Record<string, string>>; createdAt: number },
): Promise<void> {
  await db
    .insertInto('proxies')
    .values({
      digest: digest('proxy', proxy.id),
      id: proxy.id,
      endpoint_id: proxy.endpointId,
      parameters: JSON.stringify(proxy.parameters),
      created_at: proxy.createdAt,
    })
    .execute();
}

export async function proxiesOf(
  db: Db,
  endpointId: string,
): Promise<{ id: string; parameters: Record<string, string> }[]> {
  const rows = await db
    .selectFrom('proxies')
    .select(['id', 'parameters'])
    .where('endpoint_id', '=', endpointId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id, parameters }) => ({ id, parameters: parameterMap.parse(JSON.parse(parameters)) }));
}

export async function deleteProxy(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('proxies')
    .where('digest', '=', digest('proxy', id))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
