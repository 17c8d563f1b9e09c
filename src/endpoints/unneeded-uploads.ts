/**
 * Removes uploads that nobody needs any more. Files that were replaced, or whose endpoint was deleted, stay for a while
 * for those who still read them. What a crash leaves has a row: see `arriving-upload.ts`.
 */

import type { AppContext } from '../app-context.ts';
import { hourMs, minuteMs } from '../base/durations.ts';
import { oneByOne } from '../storage/database/one-by-one.ts';
import { allUploadIds, deleteUploadRecord, uploadsRetiredBefore } from './upload-record-store.ts';

/** Readers of a file that was replaced have this long to finish. */
const retiredForMs = hourMs;
const hurriedForMs = 5 * minuteMs;
const orphanedForMs = hourMs;

/** Removes files whose readers have long finished. Two processes may both try: removing twice is harmless. */
export async function removeRetiredUploads(context: AppContext): Promise<void> {
  const { database, now } = context;
  await remove(context, await uploadsRetiredBefore(database.db, now() - retiredForMs));
}

export async function hurryRetiredUploads(context: AppContext, accountId: string): Promise<void> {
  const { database, now } = context;
  await remove(context, await uploadsRetiredBefore(database.db, now() - hurriedForMs, accountId));
}

async function remove({ database, uploads }: AppContext, ids: readonly string[]): Promise<void> {
  await oneByOne(ids, async (id) => {
    await uploads.remove(id);
    await deleteUploadRecord(database.db, id);
  });
}

/**
 * Uploads in the store that the database does not know at all: left by an earlier version, or the database is a wrong
 * or a restored one. They go when this process has seen them so for an hour, and never while they are the larger part
 * of the store.
 */
export function orphanedUploadSweeper({ uploads, database, log, now }: AppContext): () => Promise<void> {
  let firstSeen: ReadonlyMap<string, number> = new Map();
  return async () => {
    // In this order: an upload that arrives in between is in both.
    const stored = await uploads.list();
    const recorded = await allUploadIds(database.db);
    const orphans = stored.filter((id) => !recorded.has(id));
    const isNew = orphans.some((id) => !firstSeen.has(id));
    const kept = new Map(orphans.map((id) => [id, firstSeen.get(id) ?? now()]));
    firstSeen = kept;
    if (orphans.length > stored.length / 2) {
      if (isNew) log.warn({ uploads: orphans.length }, 'most uploads are not known to the database');
      return;
    }
    if (isNew) log.warn({ uploads: orphans.length }, 'orphaned uploads will be removed in an hour');
    const old = [...kept].filter(([, since]) => now() - since >= orphanedForMs);
    await oneByOne(old, async ([id]) => {
      await uploads.remove(id);
      kept.delete(id);
    });
  };
}
