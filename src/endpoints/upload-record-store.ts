/**
 * Which uploaded file an endpoint reads (contract 1.3.13): an endpoint and the record of its file change together or
 * not at all. A file on its way has a record without an endpoint and without a name, retired at its last renewal. The
 * files themselves are in `storage/upload-store.ts`.
 */

import type { Config } from '../config/config.ts';
import { inputRefused } from '../errors/refused-error.ts';
import type { Db } from '../storage/database/database.ts';
import { inParts } from '../storage/database/parts.ts';
import type { UploadRow } from '../storage/database/schema.ts';
import type { Endpoint } from './endpoint.ts';
import { type EndpointChanges, insertEndpoint, updateEndpoint } from './endpoint-store.ts';
import { requireEndpointRoom, requireFileRoom } from './quota.ts';
import { bytesOfEndpoint, lockRoom } from './quota-store.ts';

/** What is known of a file once it is stored. */
export interface UploadRecord {
  readonly id: string;
  readonly fileName: string;
  readonly bytes: number;
  /** What it takes in the store. */
  readonly storedBytes: number;
  readonly rows: number;
}

/** The database, and what the plans allow. */
interface Bounded {
  readonly database: { readonly db: Db };
  readonly config: Pick<Config, 'planStorageMb' | 'planEndpoints'>;
}

export async function insertEndpointOfUpload(
  { database, config }: Bounded,
  endpoint: Endpoint,
  upload: UploadRecord,
): Promise<void> {
  const { id, accountId, createdAt } = endpoint;
  await database.db.transaction().execute(async (transaction) => {
    const room = await lockRoom(transaction, config, accountId);
    requireEndpointRoom(room);
    requireFileRoom(room, { bytes: upload.storedBytes, replacedBytes: 0 });
    await insertEndpoint(transaction, endpoint);
    await recordArrived(transaction, rowOf(upload, { accountId, endpointId: id, at: createdAt }));
  });
}

/** The file before it is retired: its readers go on, the next ones get the new file. Of several the last stays. */
export async function replaceUploadOfEndpoint(
  { database, config }: Bounded,
  { id: endpointId, accountId }: Pick<Endpoint, 'id' | 'accountId'>,
  changes: EndpointChanges,
  upload: UploadRecord,
  at: number,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const room = await lockRoom(transaction, config, accountId);
    const replacedBytes = await bytesOfEndpoint(transaction, endpointId);
    requireFileRoom(room, { bytes: upload.storedBytes, replacedBytes });
    await transaction
      .updateTable('uploads')
      .set({ retired_at: at })
      .where('endpoint_id', '=', endpointId)
      .where('retired_at', 'is', null)
      .execute();
    if (!(await updateEndpoint(transaction, endpointId, changes)))
      throw inputRefused('The endpoint was deleted meanwhile.');
    await recordArrived(transaction, rowOf(upload, { accountId, endpointId, at }));
  });
}

const arriving = '';
/** A file gets its name when it is stored whole. */
const unnamed = '';

/** `draftOf`: the account that looks at it before it is published; null when it is published at once. */
export async function insertArriving(db: Db, id: string, at: number, draftOf: string | null): Promise<void> {
  const upload = { id, fileName: unnamed, bytes: 0, storedBytes: 0, rows: 0 };
  await db
    .insertInto('uploads')
    .values({
      ...rowOf(upload, { accountId: draftOf, endpointId: arriving, at }),
      retired_at: at,
      draft_of: draftOf,
    })
    .execute();
}

/** Of an account, those that were renewed since `time`. */
export async function countArriving(db: Db, accountId: string, time: number): Promise<number> {
  const { count } = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<number | bigint | string>().as('count'))
    .where('draft_of', '=', accountId)
    .where('endpoint_id', '=', arriving)
    .where('file_name', '=', unnamed)
    .where('retired_at', '>', time)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Not one that was claimed for removal, nor a draft, which has its own time. */
export async function renewArriving(db: Db, id: string, at: number): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ retired_at: at })
    .where('id', '=', id)
    .where('file_name', '=', unnamed)
    .where('endpoint_id', '=', arriving)
    .where('retired_at', '>', claimed)
    .execute();
}

const claimed = 0;

/** Those that were not renewed since `time`, and those that were claimed but not yet removed. */
export async function claimAbandoned(db: Db, time: number): Promise<string[]> {
  const rows = await db
    .updateTable('uploads')
    .set({ retired_at: claimed })
    .where('endpoint_id', '=', arriving)
    .where('retired_at', '<', time)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function recordArrived(transaction: Db, { id, ...row }: UploadRow): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('uploads')
    .set(row)
    .where('id', '=', id)
    .where('endpoint_id', '=', arriving)
    .where('retired_at', '>', claimed)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw inputRefused('Storing the file took too long. Publish it again.');
}

/**
 * A file that is stored whole, until its owner publishes it; abandoned like others when `until` is past. Drafts together
 * take no more than the plan stores: older ones make room, and are answered.
 */
export async function recordDraft(
  { database, config }: Bounded,
  upload: UploadRecord,
  accountId: string,
  { at, until, replacedBytes }: { at: number; until: number; replacedBytes: number },
): Promise<string[]> {
  return database.db.transaction().execute(async (transaction) => {
    const room = await lockRoom(transaction, config, accountId);
    requireFileRoom(room, { bytes: upload.storedBytes, replacedBytes });
    const row = rowOf(upload, { accountId, endpointId: arriving, at });
    await recordArrived(transaction, { ...row, retired_at: until, draft_of: accountId });
    return claimDraftsOver(transaction, accountId, upload.id, room.quota.bytes);
  });
}

/** The oldest go until the others, the newest among them, take at most `bytes`. */
async function claimDraftsOver(
  db: Db,
  accountId: string,
  newest: string,
  bytes: number | null,
): Promise<string[]> {
  if (bytes === null) return [];
  const drafts = await db
    .selectFrom('uploads')
    .select(['id', 'stored_bytes'])
    .where('draft_of', '=', accountId)
    .where('endpoint_id', '=', arriving)
    .orderBy('created_at', 'desc')
    .execute();
  let sum = 0;
  const over = drafts.filter(({ id, stored_bytes }) => {
    sum += Number(stored_bytes);
    return id !== newest && sum > bytes;
  });
  return claimDrafts(
    db,
    accountId,
    over.map(({ id }) => id),
  );
}

/** The file that an endpoint reads now. */
export async function findUploadOfEndpoint(db: Db, endpointId: string): Promise<UploadRecord | undefined> {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  return row && recordOf(row);
}

export async function findDraft(db: Db, id: string, accountId: string): Promise<UploadRecord | undefined> {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('endpoint_id', '=', arriving)
    .where('draft_of', '=', accountId)
    .where('file_name', '!=', unnamed)
    .where('retired_at', '>', claimed)
    .executeTakeFirst();
  return row && recordOf(row);
}

function recordOf({
  id,
  file_name: fileName,
  bytes,
  stored_bytes: storedBytes,
  rows,
}: UploadRow): UploadRecord {
  return { id, fileName, bytes, storedBytes, rows };
}

/** Files that an account has not published, but for the newest; nobody can publish them from now on. */
export async function claimOldDrafts(db: Db, accountId: string, kept: number): Promise<string[]> {
  const drafts = await db
    .selectFrom('uploads')
    .select('id')
    .where('draft_of', '=', accountId)
    .where('endpoint_id', '=', arriving)
    .where('file_name', '!=', unnamed)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return claimDrafts(
    db,
    accountId,
    drafts.slice(kept).map(({ id }) => id),
  );
}

/** Those of the account among them; the others are nothing to it. */
export async function claimDrafts(db: Db, accountId: string, ids: readonly string[]): Promise<string[]> {
  const taken: string[] = [];
  for (const part of inParts(ids)) {
    const rows = await db
      .updateTable('uploads')
      .set({ retired_at: claimed })
      .where('id', 'in', part)
      .where('draft_of', '=', accountId)
      .where('endpoint_id', '=', arriving)
      .where('file_name', '!=', unnamed)
      .returning('id')
      .execute();
    taken.push(...rows.map(({ id }) => id));
  }
  return taken;
}

/** The ids of files that were retired before `time`, of one account or of all. */
export async function uploadsRetiredBefore(db: Db, time: number, accountId?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where('retired_at', '<', time)
    .where('endpoint_id', '!=', arriving)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .execute();
  return rows.map(({ id }) => id);
}

export async function allUploadIds(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('uploads').select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

export async function currentUploadIds(
  db: Db,
): Promise<{ readonly id: string; readonly endpointId: string }[]> {
  return db
    .selectFrom('uploads')
    .select(['id', 'endpoint_id as endpointId'])
    .where('retired_at', 'is', null)
    .where('endpoint_id', '!=', arriving)
    .execute();
}

export async function deleteUploadRecord(db: Db, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute();
}

interface Place {
  readonly accountId: string | null;
  readonly endpointId: string;
  readonly at: number;
}

function rowOf(
  { id, fileName, bytes, storedBytes, rows }: UploadRecord,
  { accountId, endpointId, at }: Place,
): UploadRow {
  return {
    id,
    endpoint_id: endpointId,
    file_name: fileName,
    bytes,
    rows,
    created_at: at,
    retired_at: null,
    draft_of: null,
    account_id: accountId,
    stored_bytes: storedBytes,
  };
}
