/**
 * Connections as they are kept (contract 5.5). What two replicas could both do, such as a refresh, is decided by the
 * row count of one conditional update.
 */
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { ConnectionRow } from '../storage/database/connection-schema.ts';
import type { Database, Db } from '../storage/database/database.ts';
import { type Connection, connectionStates } from './connection.ts';
import { isPlatformName } from './platforms.ts';

const knownState = z.enum(connectionStates);

export function toConnection(row: Selectable<ConnectionRow>): Connection {
  if (!isPlatformName(row.platform)) {
    throw new Error(`connection ${row.id} was written by a newer program`);
  }
  return {
    id: row.id,
    accountId: row.account_id,
    platform: row.platform,
    state: knownState.parse(row.state),
    secret: row.secret,
    expiresAt: row.expires_at,
    version: row.version,
    createdAt: row.created_at,
    account: row.account_name,
    name: row.name,
    checkedAt: row.checked_at,
    problem: row.problem,
  };
}

export async function insertConnection(db: Db, connection: Connection): Promise<void> {
  await db
    .insertInto('connections')
    .values({
      id: connection.id,
      account_id: connection.accountId,
      platform: connection.platform,
      state: connection.state,
      secret: connection.secret,
      expires_at: connection.expiresAt,
      refreshing_until: null,
      version: connection.version,
      created_at: connection.createdAt,
      account_name: connection.account,
      name: connection.name,
      checked_at: connection.checkedAt,
      problem: connection.problem,
    })
    .execute();
}

export async function findConnection(db: Db, id: string): Promise<Connection | undefined> {
  const row = await db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toConnection(row);
}

/** The newest first. */
export async function connectionsOf(db: Db, accountId: string): Promise<Connection[]> {
  const rows = await db
    .selectFrom('connections')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(toConnection);
}

interface ConnectionSecret {
  readonly id: string;
  /** Sealed. */
  readonly secret: string;
}

export async function connectionSecrets(db: Db): Promise<ConnectionSecret[]> {
  const rows = await db.selectFrom('connections').select(['id', 'secret']).execute();
  return rows.flatMap(({ id, secret }) => (secret === null ? [] : { id, secret }));
}

/** False when it was changed since it was read. */
export async function resealConnectionSecret(
  db: Db,
  { id, secret: before }: ConnectionSecret,
  secret: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ secret })
    .where('id', '=', id)
    .where('secret', '=', before)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

type Known = Pick<Connection, 'account' | 'checkedAt' | 'problem'>;
export type ConnectionChange = Pick<Connection, 'state' | 'secret' | 'expiresAt'> & Partial<Known>;

/** False when it has been changed since it was read. */
export async function changeConnection(
  db: Db,
  { id, version }: Pick<Connection, 'id' | 'version'>,
  { state, secret, expiresAt, ...known }: ConnectionChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({
      state,
      secret,
      expires_at: expiresAt,
      refreshing_until: null,
      version: version + 1,
      ...columnsOf(known),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** What the platform has just shown of it; leaves one that was changed since it was read. */
export async function noteConnection(
  db: Db,
  { id, version }: Pick<Connection, 'id' | 'version'>,
  known: Partial<Known>,
): Promise<void> {
  await db
    .updateTable('connections')
    .set(columnsOf(known))
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}

function columnsOf({ account, checkedAt, problem }: Partial<Known>) {
  return {
    ...(account !== undefined && { account_name: account }),
    ...(checkedAt !== undefined && { checked_at: checkedAt }),
    ...(problem !== undefined && { problem }),
  };
}

/** Null: what the platform says. */
export async function nameConnection(db: Db, id: string, name: string | null): Promise<void> {
  await db.updateTable('connections').set({ name }).where('id', '=', id).execute();
}

/** True for the one process that is to refresh it now; its turn ends by itself. */
export async function claimRefresh(
  { db, engine }: Database,
  { id, version }: Connection,
  forMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ refreshing_until: sql<number>`${engine.now} + ${forMs}` })
    .where('id', '=', id)
    .where('version', '=', version)
    .where((where) =>
      where.or([where('refreshing_until', 'is', null), where('refreshing_until', '<', engine.now)]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function endRefresh(db: Db, { id, version }: Connection): Promise<void> {
  await db
    .updateTable('connections')
    .set({ refreshing_until: null })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}

/** Whether a connection of another account uses the same account at the platform. */
export async function isSharedAtPlatform(
  db: Db,
  { accountId, platform, account }: Connection,
): Promise<boolean> {
  if (account === null) return false;
  const other = await db
    .selectFrom('connections')
    .select('id')
    .where('platform', '=', platform)
    .where('account_name', '=', account)
    .where('account_id', '!=', accountId)
    .where('secret', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** One that its owner ended works as it did before; false when its credential is gone. */
export async function restoreEnded(
  db: Db,
  id: string,
  { state, problem }: { readonly state: string; readonly problem: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set((field) => ({ state, problem, version: field('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'disconnected')
    .where('secret', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Nothing secret is left of one that its owner ended. */
export async function forgetEnded(db: Db, id: string): Promise<void> {
  await db
    .updateTable('connections')
    .set((field) => ({ secret: null, expires_at: null, version: field('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'disconnected')
    .execute();
}

export async function deleteConnection(db: Db, id: string): Promise<void> {
  await db.deleteFrom('connections').where('id', '=', id).execute();
}
