/**
 * Folders of uploads that no row points to: a process crashed between storing the file and recording it. They are
 * removed only when this process has seen them so for an hour, in which a wrong database can be noticed (1.3).
 */
import { readdir } from 'node:fs/promises';
import type { AppContext } from '../app-context.ts';
import { idPattern } from '../random-id.ts';
import { removeUpload } from '../storage/upload-store.ts';
import { allUploadIds } from './upload-record-store.ts';

const removedAfterMs = 60 * 60 * 1_000;

export function orphanedUploadSweeper({ config, database, log, now }: AppContext): () => Promise<void> {
  let firstSeen: ReadonlyMap<string, number> = new Map();
  return async () => {
    const stored = (await readdir(config.uploadsDir)).filter((name) => idPattern.test(name));
    const recorded = await allUploadIds(database.db);
    const orphans = stored.filter((id) => !recorded.has(id));
    const isNew = orphans.filter((id) => !firstSeen.has(id));
    if (isNew.length > 0) log.warn({ uploads: isNew.length }, 'uploads without an endpoint go in an hour');
    const kept = new Map(orphans.map((id) => [id, firstSeen.get(id) ?? now()]));
    for (const [id, since] of kept) {
      if (now() - since < removedAfterMs) continue;
      await removeUpload(config.uploadsDir, id);
      kept.delete(id);
    }
    firstSeen = kept;
  };
}
