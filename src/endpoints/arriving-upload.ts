/**
 * A file on its way into the store (contract 1.3.13). It has a row from its beginning on, which its process renews, so
 * that the database itself says what is left of a publication that died: nothing is removed because a row is merely
 * missing.
 */

import type { AppContext } from '../app-context.ts';
import { minuteMs } from '../base/durations.ts';
import { oneByOne } from '../storage/database/one-by-one.ts';
import { claimAbandoned, deleteUploadRecord, renewArriving } from './upload-record-store.ts';

const renewEveryMs = 20 * 1_000;
/** Several renewals may be lost, and the clocks of two machines may differ by minutes. */
export const abandonedAfterMs = 5 * minuteMs;

/**
 * The upload has its row already. `work` ends with the row of the endpoint; the row of an upload that it leaves behind
 * is found by the sweep.
 */
export async function whileArriving<T>(
  { database: { db }, now }: AppContext,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  // A renewal that fails is made up for by the next one.
  const renewing = setInterval(() => renewArriving(db, id, now()).catch(() => {}), renewEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}

/** Of a publication that failed before its file was stored. If the database is away, the sweep does it. */
export async function forgetArriving({ database, uploads }: AppContext, id: string): Promise<void> {
  try {
    await uploads.remove(id);
    await deleteUploadRecord(database.db, id);
  } catch {}
}

/** A claim is one conditional update: a process that is still alive then fails to record its upload. */
export async function removeAbandonedUploads({ database, uploads, now }: AppContext): Promise<void> {
  await oneByOne(await claimAbandoned(database.db, now() - abandonedAfterMs), async (id) => {
    await uploads.remove(id);
    await deleteUploadRecord(database.db, id);
  });
}
