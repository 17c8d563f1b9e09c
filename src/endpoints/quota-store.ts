/**
 * What an account has of what its plan allows. Who adds something locks the account first: of many at once each sees
 * what those before it have taken, on both engines (decision 054).
 */

import { type Selectable, sql } from 'kysely';
import type { Config } from '../config/config.ts';
import { ServiceError } from '../errors/errors.ts';
import { countRows } from '../storage/database/count-rows.ts';
import type { Db, Tx } from '../storage/database/database.ts';
import type { AccountRow } from '../storage/database/schema.ts';
import type { Endpoint } from './endpoint.ts';
import { insertEndpoint } from './endpoint-store.ts';
import { quotaOf, type Room, requireEndpointRoom, type Used } from './quota.ts';

type Limits = Pick<Config, 'planStorageMb' | 'planEndpoints'>;
type Owner = Pick<Selectable<AccountRow>, 'plan' | 'credits'>;
type Count = number | bigint | string | null;

/** Until the transaction ends nobody else adds something to the account. */
export async function lockRoom(db: Tx, limits: Limits, accountId: string): Promise<Room> {
  const owner = await db
    .updateTable('accounts')
    .set((field) => ({ held: field.ref('held') }))
    .where('id', '=', accountId)
    .returning(['plan', 'credits'])
    .executeTakeFirst();
  return roomOf(db, limits, accountId, owner);
}

export async function insertEndpointWithinRoom(db: Db, limits: Limits, endpoint: Endpoint): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    requireEndpointRoom(await lockRoom(transaction, limits, endpoint.accountId));
    await insertEndpoint(transaction, endpoint);
  });
}

/** As it is now: what is refused by it is refused early, what is not may be refused later. */
export async function readRoom(db: Db, limits: Limits, accountId: string): Promise<Room> {
  const owner = await db
    .selectFrom('accounts')
    .select(['plan', 'credits'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  return roomOf(db, limits, accountId, owner);
}

async function roomOf(db: Db, limits: Limits, accountId: string, owner: Owner | undefined): Promise<Room> {
  if (!owner) throw new ServiceError('ownerNotFound');
  return { quota: quotaOf(limits, owner), used: await usedBy(db, accountId) };
}

async function usedBy(db: Db, accountId: string): Promise<Used> {
  const { current, retired } = await db
    .selectFrom('uploads')
    .select([
      sql<Count>`sum(case when retired_at is null then stored_bytes else 0 end)`.as('current'),
      sql<Count>`sum(case when retired_at is null then 0 else stored_bytes end)`.as('retired'),
    ])
    .where('account_id', '=', accountId)
    .where('draft_of', 'is', null)
    // The bin has a bound of its own.
    .where('endpoint_id', 'not in', (query) =>
      query.selectFrom('bin').select('bin.id').where('bin.account_id', '=', accountId),
    )
    .executeTakeFirstOrThrow();
  const endpoints = await countRows(db.selectFrom('endpoints').where('account_id', '=', accountId));
  return { bytes: Number(current), retiredBytes: Number(retired), endpoints };
}

export async function bytesOfEndpoint(db: Db, endpointId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.sum<number | bigint | string>('stored_bytes').as('bytes'))
    .where('endpoint_id', '=', endpointId)
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}
