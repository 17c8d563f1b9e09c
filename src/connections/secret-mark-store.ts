/** The mark by which a process sees whether it has the right `SECRET_KEY` (contract 5.8.2): one row, sealed with it. */
import type { Db } from '../storage/database/database.ts';

const markId = 'key';

export async function findMark(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('secret_marks')
    .select('sealed')
    .where('id', '=', markId)
    .executeTakeFirst();
  return row?.sealed;
}

/** Leaves one that is there: of several processes the first decides. */
export async function insertMark(db: Db, sealed: string): Promise<void> {
  await db
    .insertInto('secret_marks')
    .values({ id: markId, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Leaves one that was replaced since it was read. */
export async function replaceMark(db: Db, before: string, sealed: string): Promise<void> {
  await db
    .updateTable('secret_marks')
    .set({ sealed })
    .where('id', '=', markId)
    .where('sealed', '=', before)
    .execute();
}
