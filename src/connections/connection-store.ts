/**
 * Connections as they are kept (section 5). What two replicas could both do, such as a refresh, is decided by
 * the row count of one conditional update.
 */
import { type Kysely, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../storage/database.ts';
import type { ConnectionRow, Schema } from '../storage/schema.ts';
import { type Connection, connectionStates } from './connection.ts';
import { isPlatformName } from './platforms.ts';

type Db = Kysely<Schema>;

const knownState = z.enum(connectionStates);

function toConnection(row: Selectable<ConnectionRow>): Connection {
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

/** Of every connection that has one. */
export async function connectionSecrets(db: Db): Promise<ConnectionSecret[]> {
  const rows = await db.selectFrom('connections').select(['id', 'secret']).execute();
  return rows.flatMap(({ id, secret }) => (secret === null ? [] : { id, secret }));
}

/** Leaves one that has changed since it was read. */
export async function replaceConnectionSecret(
  db: Db,
  id: string,
  before: string,
  secret: string,
): Promise<void> {
  await db
    .updateTable('connections')
    .set({ secret })
    .where('id', '=', id)
    .where('secret', '=', before)
    .execute();
}

type Change = Pick<Connection, 'state' | 'secret' | 'expiresAt'>;

/** False when it has been changed since it was read. */
export async function changeConnection(
  db: Db,
  { id, version }: Pick<Connection, 'id' | 'version'>,
  { state, secret, expiresAt }: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('connections')
    .set({ state, secret, expires_at: expiresAt, refreshing_until: null, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
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
