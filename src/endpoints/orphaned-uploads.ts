/**
 * Uploads in the store that the database does not know at all: left by an earlier version, or the database is a wrong
 * or a restored one. They go when this process has seen them so for an hour, and never while they are the larger part
 * of the store. What a crash leaves has a row: see `arriving-upload.ts`.
 */

import type { AppContext } from '../app-context.ts';
import { hourMs } from '../base/durations.ts';
import { oneByOne } from '../storage/database/one-by-one.ts';
import { allUploadIds } from './upload-record-store.ts';

const removedAfterMs = hourMs;

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
    const old = [...kept].filter(([, since]) => now() - since >= removedAfterMs);
    await oneByOne(old, async ([id]) => {
      await uploads.remove(id);
      kept.delete(id);
    });
  };
}
