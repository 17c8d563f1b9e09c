/** What is in the bin of an account: its list, one thing of it, what went with an endpoint. */
import { z } from 'zod';
import type { BinRow } from '../storage/database/bin-schema.ts';
import { type BinKind, binKinds, type KeptRow, keptRow } from '../storage/database/bin-store.ts';
import { countRows } from '../storage/database/count-rows.ts';
import type { Db, Tx } from '../storage/database/database.ts';
import { type Page, type PageWanted, readPage } from '../storage/database/read-page.ts';

export interface DeletedThing {
  readonly id: string;
  readonly kind: BinKind;
  readonly accountId: string;
  readonly name: string;
  /** The first characters of a proxy's id; null of everything else. */
  readonly hint: string | null;
  readonly deletedAt: number;
}

interface DeletedWanted extends PageWanted {
  readonly kind?: BinKind | undefined;
}

const knownKind = z.enum(binKinds);
const listed = ['id', 'kind', 'account_id', 'name', 'hint', 'deleted_at'] as const;

/** The newest first; what went with an endpoint is part of it. */
export async function deletedPage(
  db: Db,
  accountId: string,
  { kind, ...wanted }: DeletedWanted,
): Promise<Page<DeletedThing>> {
  let own = db.selectFrom('bin').where('account_id', '=', accountId).where('part_of', 'is', null);
  if (kind !== undefined) own = own.where('kind', '=', kind);
  const newest = own.select(listed).orderBy('deleted_at', 'desc').orderBy('id');
  const { rows, total } = await readPage(own, newest, wanted);
  return { rows: rows.map(toDeleted), total };
}

export async function findDeleted(db: Db, id: string): Promise<DeletedThing | undefined> {
  const row = await db
    .selectFrom('bin')
    .select(listed)
    .where('id', '=', id)
    .where('part_of', 'is', null)
    .executeTakeFirst();
  return row && toDeleted(row);
}

/** By the first characters of its id, or by the digest of its id. */
export async function deletedProxies(db: Db, hint: string, ofDigest: string): Promise<DeletedThing[]> {
  const rows = await db
    .selectFrom('bin')
    .select(listed)
    .where('kind', '=', 'proxy')
    .where('part_of', 'is', null)
    .where((field) => field.or([field('id', '=', ofDigest), field('hint', '=', hint)]))
    .limit(2)
    .execute();
  return rows.map(toDeleted);
}

/** Those that went before `time`, the oldest first. */
export async function deletedBefore(db: Db, time: number, most: number): Promise<DeletedThing[]> {
  const rows = await db
    .selectFrom('bin')
    .select(listed)
    .where('deleted_at', '<', time)
    .where('part_of', 'is', null)
    .orderBy('deleted_at')
    .limit(most)
    .execute();
  return rows.map(toDeleted);
}

/** The endpoints with a file, the newest first, and what their files take. */
export async function deletedFiles(
  db: Db,
  accountId: string,
): Promise<{ readonly thing: DeletedThing; readonly bytes: number }[]> {
  const rows = await db
    .selectFrom('bin')
    .innerJoin('uploads', 'uploads.endpoint_id', 'bin.id')
    .select(['bin.id', 'bin.kind', 'bin.account_id', 'bin.name', 'bin.hint', 'bin.deleted_at'])
    .select(({ fn }) => fn.sum<number | bigint | string>('uploads.stored_bytes').as('bytes'))
    .where('bin.account_id', '=', accountId)
    .where('uploads.account_id', '=', accountId)
    .groupBy(['bin.id', 'bin.kind', 'bin.account_id', 'bin.name', 'bin.hint', 'bin.deleted_at'])
    .orderBy('bin.deleted_at', 'desc')
    .execute();
  return rows.map((row) => ({ thing: toDeleted(row), bytes: Number(row.bytes) }));
}

/** Of those that are more than `most`, the oldest. */
export async function deletedOver(
  db: Db,
  accountId: string,
  most: number,
  atOnce: number,
): Promise<DeletedThing[]> {
  const own = db.selectFrom('bin').where('account_id', '=', accountId).where('part_of', 'is', null);
  const over = (await countRows(own)) - most;
  if (over <= 0) return [];
  const rows = await own.select(listed).orderBy('deleted_at').limit(Math.min(over, atOnce)).execute();
  return rows.map(toDeleted);
}

/** Out of the bin, with its parts; undefined when somebody was faster. */
export async function takeDeleted(
  db: Tx,
  id: string,
): Promise<{ readonly row: KeptRow; readonly proxies: KeptRow[]; readonly jobs: KeptRow[] } | undefined> {
  const whole = await db.deleteFrom('bin').where('id', '=', id).returning('content').executeTakeFirst();
  if (!whole) return undefined;
  const parts = await db.deleteFrom('bin').where('part_of', '=', id).returning(['kind', 'content']).execute();
  const ofKind = (kind: BinKind): KeptRow[] =>
    parts.filter((part) => part.kind === kind).map(({ content }) => kept(content));
  return { row: kept(whole.content), proxies: ofKind('proxy'), jobs: ofKind('schedule') };
}

export async function readDeleted(db: Db, id: string): Promise<KeptRow | undefined> {
  const row = await db.selectFrom('bin').select('content').where('id', '=', id).executeTakeFirst();
  return row && kept(row.content);
}

export async function countParts(db: Db, id: string, kind: BinKind): Promise<number> {
  return countRows(db.selectFrom('bin').where('part_of', '=', id).where('kind', '=', kind));
}

const kept = (content: string): KeptRow => keptRow.parse(JSON.parse(content));

function toDeleted(row: Pick<BinRow, (typeof listed)[number]>): DeletedThing {
  const { id, kind, account_id: accountId, name, hint, deleted_at: deletedAt } = row;
  return { id, kind: knownKind.parse(kind), accountId, name, hint, deletedAt };
}
