/**
 * How much an account may have here in files that it has not published: nobody fills the disk with them, however many
 * replicas take files (contract 8.5).
 */
import type { AppContext } from '../app-context.ts';
import { inputRefused } from '../errors/refused-error.ts';
import { whileLocked } from '../storage/database/within-limit.ts';
import { abandonedAfterMs } from './arriving-upload.ts';
import { claimOldDrafts, countArriving, deleteUploadRecord, insertArriving } from './upload-record-store.ts';

/** Of an account, with those that arrive; a further one takes the place of the oldest. */
const maxDrafts = 5;
const maxArriving = 3;

/** Makes the row of a draft that arrives; `replaced` earlier ones go when it is here. */
export async function beginDraft(
  context: AppContext,
  accountId: string,
  id: string,
  replaced: number,
): Promise<void> {
  const at = context.now();
  const owner = { table: 'accounts', id: accountId } as const;
  const claimed = await whileLocked(context.database, owner, async (transaction) => {
    const others = await countArriving(transaction, accountId, at - abandonedAfterMs);
    if (others >= maxArriving)
      throw inputRefused('Several of your files are arriving already. Wait until one of them is here.');
    await insertArriving(transaction, id, at, accountId);
    return claimOldDrafts(transaction, accountId, maxDrafts - 1 - others + replaced);
  });
  await removeDrafts(context, claimed);
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
