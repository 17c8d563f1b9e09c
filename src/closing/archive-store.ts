/** What an account has here, read page by page for its download: memory does not grow with it (decision 054). */
import type { BinRow } from '../storage/database/bin-schema.ts';
import type { ConnectionRow } from '../storage/database/connection-schema.ts';
import type { Db } from '../storage/database/database.ts';
import type {
  CreditEntryRow,
  EndpointRow,
  JobRow,
  OutboxRow,
  ProxyRow,
  UploadRow,
  UsageDayRow,
} from '../storage/database/schema.ts';

const pageSize = 500;

/** Rows in pages, each of which begins after the last of the page before. */
async function* paged<Row>(
  keyOf: (row: Row) => string,
  read: (after: string) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after = '';
  for (;;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = keyOf(last);
  }
}

export function endpointsToArchive(db: Db, accountId: string): AsyncGenerator<EndpointRow> {
  const own = db.selectFrom('endpoints').selectAll().where('account_id', '=', accountId);
  return paged(
    ({ id }) => id,
    (after) => own.where('id', '>', after).orderBy('id').limit(pageSize).execute(),
  );
}

export async function uploadToArchive(db: Db, endpointId: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
}

export function proxiesToArchive(db: Db, endpointId: string): AsyncGenerator<ProxyRow> {
  const own = db.selectFrom('proxies').selectAll().where('endpoint_id', '=', endpointId);
  return paged(
    ({ digest }) => digest,
    (after) => own.where('digest', '>', after).orderBy('digest').limit(pageSize).execute(),
  );
}

export function daysToArchive(db: Db, endpointId: string): AsyncGenerator<UsageDayRow> {
  const own = db.selectFrom('usage_days').selectAll().where('endpoint_id', '=', endpointId);
  return paged(
    ({ day }) => day,
    (after) => own.where('day', '>', after).orderBy('day').limit(pageSize).execute(),
  );
}

export function jobsToArchive(db: Db, accountId: string): AsyncGenerator<JobRow> {
  const own = db.selectFrom('jobs').selectAll().where('account_id', '=', accountId);
  return paged(
    ({ id }) => id,
    (after) => own.where('id', '>', after).orderBy('id').limit(pageSize).execute(),
  );
}

export function connectionsToArchive(db: Db, accountId: string): AsyncGenerator<ConnectionRow> {
  const own = db.selectFrom('connections').selectAll().where('account_id', '=', accountId);
  return paged(
    ({ id }) => id,
    (after) => own.where('id', '>', after).orderBy('id').limit(pageSize).execute(),
  );
}

export function deletedToArchive(db: Db, accountId: string): AsyncGenerator<BinRow> {
  const own = db.selectFrom('bin').selectAll().where('account_id', '=', accountId);
  return paged(
    ({ id }) => id,
    (after) => own.where('id', '>', after).orderBy('id').limit(pageSize).execute(),
  );
}

export async function tagsToArchive(db: Db, endpointId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('endpoint_tags')
    .select('tag')
    .where('endpoint_id', '=', endpointId)
    .orderBy('tag_folded')
    .execute();
  return rows.map(({ tag }) => tag);
}

export function entriesToArchive(db: Db, accountId: string): AsyncGenerator<CreditEntryRow> {
  const own = db.selectFrom('credit_entries').selectAll().where('account_id', '=', accountId);
  return paged(
    ({ id }) => id,
    (after) => own.where('id', '>', after).orderBy('id').limit(pageSize).execute(),
  );
}

export function mailsToArchive(db: Db, accountId: string): AsyncGenerator<OutboxRow> {
  const own = db.selectFrom('outbox').selectAll().where('account_id', '=', accountId);
  return paged(
    ({ id }) => id,
    (after) => own.where('id', '>', after).orderBy('id').limit(pageSize).execute(),
  );
}
