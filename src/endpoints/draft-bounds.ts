/** How much an account may have here in files that it has not published: nobody fills the disk with them (section 8). */
import type { AppContext } from '../app-context.ts';
import { PublishError } from './publish-upload.ts';
import { claimOldDrafts, deleteUploadRecord } from './upload-record-store.ts';

/** Of an account; a further one takes the place of the oldest. */
const mostDrafts = 5;
/** Of an account, in one process. */
const mostArriving = 3;

const arrivingOf = new Map<string, number>();

/** `work` makes a draft, and then `replaced` earlier ones go. */
export async function withinBounds<T>(
  context: AppContext,
  accountId: string,
  replaced: number,
  work: () => Promise<T>,
): Promise<T> {
  const others = arrivingOf.get(accountId) ?? 0;
  if (others >= mostArriving)
    throw new PublishError('Several of your files are arriving already. Wait until one of them is here.');
  arrivingOf.set(accountId, others + 1);
  try {
    const kept = mostDrafts - 1 - others + replaced;
    await removeDrafts(context, await claimOldDrafts(context.database.db, accountId, kept));
    return await work();
  } finally {
    const left = (arrivingOf.get(accountId) ?? 1) - 1;
    if (left > 0) arrivingOf.set(accountId, left);
    else arrivingOf.delete(accountId);
  }
}

/** What is not removed now, the sweep removes. */
export async function removeDrafts(
  { uploads, database }: AppContext,
  claimed: readonly string[],
): Promise<void> {
  for (const id of claimed) {
    try {
      await uploads.remove(id);
      await deleteUploadRecord(database.db, id);
    } catch {}
  }
}
