/**
 * Seven days after its deletion an account is removed with all that it has here, in small steps (decision 054). Each
 * step can be made again: what a crash cuts off, the next sweep goes on with, and the account itself goes last.
 */

import type { ConnectionContext } from '../connections/connection-context.ts';
import { connectionsOf, deleteConnection } from '../connections/connection-store.ts';
import { revokeGrant } from '../connections/revoke-grant.ts';
import { deleteUploadRecord } from '../endpoints/upload-record-store.ts';
import { deleteHits, deleteSums } from '../usage/usage-sweep-store.ts';
import {
  beginRemoval,
  type DueRemoval,
  dueRemovals,
  endpointsInBin,
  endpointsWithData,
  finishRemoval,
  noteRevokeAttempt,
  removePersonalRows,
  stripEndpoint,
  uploadsOfAccount,
} from './removal-store.ts';

/** With each sweep; the rest follows with the next. */
const maxAtOnce = 20;
const portion = 100;
/** Platforms that cannot be reached are asked with so many sweeps; then the account goes all the same. */
const maxRevokeAttempts = 5;

export async function removeClosedAccounts(context: ConnectionContext): Promise<void> {
  const { database, log, now } = context;
  for (const due of await dueRemovals(database.db, now(), maxAtOnce)) {
    await removeAccount(context, due).catch((err: unknown) => {
      log.error({ err, account: due.id }, 'a deleted account could not be removed');
    });
  }
}

async function removeAccount(context: ConnectionContext, due: DueRemoval): Promise<void> {
  const { database, log, now } = context;
  const { id } = due;
  if (!(await beginRemoval(database.db, id, now()))) return;
  if (!(await giveBackConnections(context, due))) return;
  await removeEndpointData(context, id);
  await removeUploads(context, id);
  await removePersonalRows(database.db, due);
  await finishRemoval(database.db, id);
  log.info({ account: id }, 'a deleted account was removed');
}

/** False when a platform is to be asked again. */
async function giveBackConnections(
  context: ConnectionContext,
  { id, attempts }: DueRemoval,
): Promise<boolean> {
  const { db } = context.database;
  let isComplete = true;
  for (const connection of await connectionsOf(db, id)) {
    const isRevoked = await revokeGrant(context, connection);
    if (isRevoked || attempts + 1 >= maxRevokeAttempts) await deleteConnection(db, connection.id);
    else isComplete = false;
  }
  if (!isComplete) await noteRevokeAttempt(db, id);
  return isComplete;
}

/** The id of an endpoint stays, and answers that its owner is not found (contract 3.4.1). */
async function removeEndpointData({ database: { db } }: ConnectionContext, accountId: string): Promise<void> {
  for (const id of await endpointsInBin(db, accountId)) {
    await deleteHits(db, id);
    await deleteSums(db, id);
  }
  for (;;) {
    const ids = await endpointsWithData(db, accountId, portion);
    if (ids.length === 0) return;
    for (const id of ids) {
      await deleteHits(db, id);
      await deleteSums(db, id);
      await stripEndpoint(db, id);
    }
  }
}

async function removeUploads(
  { database: { db }, uploads }: ConnectionContext,
  accountId: string,
): Promise<void> {
  for (;;) {
    const ids = await uploadsOfAccount(db, accountId, portion);
    if (ids.length === 0) return;
    for (const id of ids) {
      await uploads.remove(id);
      await deleteUploadRecord(db, id);
    }
  }
}
