/** What ends with something that leaves the bin for good, or comes back with it. */
import { binKeptMs } from '../storage/database/bin-store.ts';
import type { Db, Engine, Tx } from '../storage/database/database.ts';
import { inParts } from '../storage/database/parts.ts';
import type { DeletedThing } from './deleted-store.ts';

export async function deleteRunsOf(db: Db, jobIds: readonly string[]): Promise<void> {
  for (const part of inParts(jobIds)) await db.deleteFrom('job_runs').where('job_id', 'in', part).execute();
}

export async function lockEndpoint(db: Tx, { lockRows }: Engine, id: string): Promise<void> {
  await db.selectFrom('endpoints').select('id').where('id', '=', id).modifyEnd(lockRows).execute();
}

/** From now on they wait for their removal like every file that nobody needs. */
export async function retireUploadsOf(db: Db, { id, accountId }: DeletedThing, at: number): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ retired_at: at })
    .where('account_id', '=', accountId)
    .where('endpoint_id', '=', id)
    .where('retired_at', '>', at)
    .execute();
}

/** What the file of an endpoint in the bin takes; it was retired for the end of its time there. */
export async function bytesInBin(db: Db, { id, accountId, deletedAt }: DeletedThing): Promise<number> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.sum<number | bigint | string | null>('stored_bytes').as('bytes'))
    .where('account_id', '=', accountId)
    .where('endpoint_id', '=', id)
    .where('retired_at', '=', deletedAt + binKeptMs)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

export async function bringUploadBack(db: Db, { id, accountId, deletedAt }: DeletedThing): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ retired_at: null })
    .where('account_id', '=', accountId)
    .where('endpoint_id', '=', id)
    .where('retired_at', '=', deletedAt + binKeptMs)
    .execute();
}
