/** What administrators remember of an account; its owner never sees it. */
import type { Db } from '../storage/database/database.ts';

export async function noteOf(db: Db, accountId: string): Promise<string> {
  const row = await db
    .selectFrom('account_notes')
    .select('note')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.note ?? '';
}

/** An empty one is none. */
export async function setNote(db: Db, accountId: string, note: string): Promise<void> {
  if (note === '') {
    await db.deleteFrom('account_notes').where('account_id', '=', accountId).execute();
    return;
  }
  await db
    .insertInto('account_notes')
    .values({ account_id: accountId, note })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ note }))
    .execute();
}
