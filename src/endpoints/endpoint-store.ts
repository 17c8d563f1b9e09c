/** Storage of endpoints: conversion from and to rows, and their queries. */
import type { Selectable } from 'kysely';
import { foldedText } from '../base/folded-text.ts';
import { isFormatName } from '../formats/all-formats.ts';
import { isSourceName } from '../sources/all-sources.ts';
import { binKeptMs, deleteOpenRuns, putIntoBin } from '../storage/database/bin-store.ts';
import type { Database, Db } from '../storage/database/database.ts';
import type { EndpointRow } from '../storage/database/schema.ts';
import { whileLocked } from '../storage/database/within-limit.ts';
import {
  customParameterList,
  type Endpoint,
  fieldList,
  linkedRecordForm,
  spreadsheetList,
} from './endpoint.ts';
import { binnedProxy } from './proxy-store.ts';

export function toEndpoint(row: Selectable<EndpointRow>): Endpoint {
  if (!isFormatName(row.type) || !isSourceName(row.source)) {
    throw new Error(`endpoint ${row.id} was written by a newer program`);
  }
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    type: row.type,
    source: row.source,
    sourceSettings: JSON.parse(row.source_settings),
    connectionId: row.connection_id,
    fields: row.fields === null ? null : fieldList.parse(JSON.parse(row.fields)),
    tokenDigest: row.token_digest,
    customParameters:
      row.custom_parameters === '[]' ? [] : customParameterList.parse(JSON.parse(row.custom_parameters)),
    allowedSpreadsheets:
      row.allowed_spreadsheets === '[]' ? [] : spreadsheetList.parse(JSON.parse(row.allowed_spreadsheets)),
    description: row.description,
    isPublic: row.is_public === 1,
    linkedRecords: linkedRecordForm.parse(row.linked_records),
    pausedAt: row.paused_at,
    createdAt: row.created_at,
  };
}

export async function insertEndpoint(db: Db, endpoint: Endpoint): Promise<void> {
  await db
    .insertInto('endpoints')
    .values({
      id: endpoint.id,
      account_id: endpoint.accountId,
      name: endpoint.name,
      name_folded: foldedText(endpoint.name),
      type: endpoint.type,
      source: endpoint.source,
      source_settings: JSON.stringify(endpoint.sourceSettings),
      fields: endpoint.fields && JSON.stringify(endpoint.fields),
      token_digest: endpoint.tokenDigest,
      custom_parameters: JSON.stringify(endpoint.customParameters),
      created_at: endpoint.createdAt,
      revision: 0,
      connection_id: endpoint.connectionId,
      allowed_spreadsheets: JSON.stringify(endpoint.allowedSpreadsheets),
      description: endpoint.description,
      is_public: endpoint.isPublic ? 1 : 0,
      linked_records: endpoint.linkedRecords,
      paused_at: endpoint.pausedAt,
    })
    .execute();
}

export type EndpointChanges = Partial<
  Pick<
    Endpoint,
    | 'name'
    | 'type'
    | 'fields'
    | 'tokenDigest'
    | 'customParameters'
    | 'sourceSettings'
    | 'connectionId'
    | 'allowedSpreadsheets'
    | 'description'
    | 'isPublic'
    | 'linkedRecords'
    | 'pausedAt'
  >
>;

/** False when there is no such endpoint. */
export async function updateEndpoint(db: Db, id: string, changes: EndpointChanges): Promise<boolean> {
  const set = {
    ...(changes.name !== undefined && { name: changes.name, name_folded: foldedText(changes.name) }),
    ...(changes.type !== undefined && { type: changes.type }),
    ...(changes.fields !== undefined && { fields: changes.fields && JSON.stringify(changes.fields) }),
    ...(changes.tokenDigest !== undefined && { token_digest: changes.tokenDigest }),
    ...(changes.customParameters && { custom_parameters: JSON.stringify(changes.customParameters) }),
    ...(changes.connectionId !== undefined && { connection_id: changes.connectionId }),
    ...(changes.allowedSpreadsheets && { allowed_spreadsheets: JSON.stringify(changes.allowedSpreadsheets) }),
    ...(changes.description !== undefined && { description: changes.description }),
    ...(changes.isPublic !== undefined && { is_public: changes.isPublic ? 1 : 0 }),
    ...(changes.linkedRecords !== undefined && { linked_records: changes.linkedRecords }),
    ...(changes.pausedAt !== undefined && { paused_at: changes.pausedAt }),
    ...(changes.sourceSettings !== undefined && { source_settings: JSON.stringify(changes.sourceSettings) }),
  };
  if (Object.keys(set).length === 0) return true;
  const { numUpdatedRows } = await db
    .updateTable('endpoints')
    .set((field) => ({ ...set, revision: field('revision', '+', 1) }))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function findEndpoint(db: Db, id: string): Promise<Endpoint | undefined> {
  const row = await db.selectFrom('endpoints').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toEndpoint(row);
}

/** Those of the ids that there are. */
export async function findEndpoints(db: Db, ids: readonly string[]): Promise<Endpoint[]> {
  const rows = await db.selectFrom('endpoints').selectAll().where('id', 'in', ids).execute();
  return rows.map(toEndpoint);
}

export async function endpointsOf(db: Db, accountId: string): Promise<Endpoint[]> {
  const rows = await db
    .selectFrom('endpoints')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toEndpoint);
}

/** Whether an endpoint of the account has this name. */
export async function hasNamesake(db: Db, accountId: string, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('endpoints')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name_folded', '=', foldedText(name))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Into the bin, with its proxies and scheduled jobs; its usage stays where it is, and its upload is retired when nothing
 * can be brought back any more. What of it waits to run does not.
 */
export async function deleteEndpoint(database: Database, id: string, at: number): Promise<boolean> {
  // Locked, so that no proxy is added to it and no file replaced meanwhile.
  return whileLocked(database, { table: 'endpoints', id }, async (transaction) => {
    const proxies = await transaction
      .deleteFrom('proxies')
      .where('endpoint_id', '=', id)
      .returningAll()
      .execute();
    // First the jobs: then nobody makes another run.
    const jobs = await transaction.deleteFrom('jobs').where('endpoint_id', '=', id).returningAll().execute();
    for (const job of jobs) await deleteOpenRuns(transaction, job.id);
    await transaction
      .updateTable('uploads')
      .set({ retired_at: at + binKeptMs })
      .where('endpoint_id', '=', id)
      .where('retired_at', 'is', null)
      .execute();
    const endpoint = await transaction
      .deleteFrom('endpoints')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!endpoint) return false;
    const whole = { accountId: endpoint.account_id, at };
    await putIntoBin(transaction, { ...whole, partOf: null }, [
      { kind: 'endpoint', id, name: endpoint.name, row: endpoint },
    ]);
    await putIntoBin(transaction, { ...whole, partOf: id }, [
      ...proxies.map(binnedProxy),
      ...jobs.map((row) => ({ kind: 'schedule', id: row.id, name: row.name, row }) as const),
    ]);
    return true;
  });
}
