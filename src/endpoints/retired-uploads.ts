/** Files that were replaced, or whose endpoint was deleted: they stay for a while for those who still read them. */

import type { AppContext } from '../app-context.ts';
import { hourMs, minuteMs } from '../base/durations.ts';
import { oneByOne } from '../storage/database/one-by-one.ts';
import { deleteUploadRecord, uploadsRetiredBefore } from './upload-record-store.ts';

/** Readers of a file that was replaced have this long to finish. */
const retiredForMs = hourMs;
const hurriedForMs = 5 * minuteMs;

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
