/**
 * The end of what is in the bin: after seven days, when its owner removes it, or when the bin holds more than it may;
 * the oldest first (decision 064).
 */
import type { AppContext } from '../app-context.ts';
import { forgetEnded } from '../connections/connection-store.ts';
import { quotaOf } from '../endpoints/quota.ts';
import { deleteTagsOf } from '../endpoints/tag-store.ts';
import { binKeptMs } from '../storage/database/bin-store.ts';
import { inTransaction } from '../storage/database/in-transaction.ts';
import { oneByOne } from '../storage/database/one-by-one.ts';
import { deleteHits, deleteSums } from '../usage/usage-sweep-store.ts';
import { type DeletedThing, deletedBefore, deletedFiles, deletedOver, takeDeleted } from './deleted-store.ts';
import { deleteRunsOf, retireUploadsOf } from './removal-steps-store.ts';

const portion = 100;
/** Of an account; more than anybody deletes by hand in a week. */
const maxThings = 10_000;

export async function removeOldDeleted(context: AppContext): Promise<void> {
  const { database, now } = context;
  for (;;) {
    const old = await deletedBefore(database.db, now() - binKeptMs, portion);
    await oneByOne(old, (thing) => removeDeleted(context, thing));
    if (old.length < portion) return;
  }
}

/** There is no way back. Of one that was brought back meanwhile nothing happens. */
export async function removeDeleted({ database, now }: AppContext, thing: DeletedThing): Promise<void> {
  const { id, kind } = thing;
  const isTaken = await inTransaction(database.db, async (transaction) => {
    const taken = await takeDeleted(transaction, id);
    if (!taken) return false;
    if (kind === 'schedule') await deleteRunsOf(transaction, [id]);
    if (kind === 'connection') await forgetEnded(transaction, id);
    if (kind === 'endpoint') {
      await deleteRunsOf(
        transaction,
        taken.jobs.map((job) => String(job['id'])),
      );
      await deleteSums(transaction, id);
      await deleteTagsOf(transaction, id);
      await retireUploadsOf(transaction, thing, now());
    }
    return true;
  });
  if (isTaken && kind === 'endpoint') await deleteHits(database.db, id);
}

type Owner = Parameters<typeof quotaOf>[1] & { readonly id: string };

/** After something was deleted: the files in the bin take no more than the plan stores. */
export async function boundBin(context: AppContext, owner: Owner): Promise<void> {
  const { database, config } = context;
  const over = await deletedOver(database.db, owner.id, maxThings, portion);
  await oneByOne(over, (thing) => removeDeleted(context, thing));
  const { bytes: allowed } = quotaOf(config, owner);
  if (allowed === null) return;
  let sum = 0;
  const large = (await deletedFiles(database.db, owner.id)).filter(({ bytes }) => {
    sum += bytes;
    return sum > allowed;
  });
  await oneByOne(large, ({ thing }) => removeDeleted(context, thing));
}
