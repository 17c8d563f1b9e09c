/** Notices that are given once: whoever inserts the key gives the notice. */
import type { Db } from '../storage/database/database.ts';

/** False when the notice was given before. */
export async function firstNotice(db: Db, key: string, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notices')
    .values({ key, at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Also what is remembered of mails about exports that ran. */
export async function removeNoticesBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('notices').where('at', '<', before).execute();
  await db.deleteFrom('export_ran_notices').where('mailed_at', '<', before).execute();
}
