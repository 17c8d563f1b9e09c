/** The sum of an account's credit entries, which must be its balance. */
import type { Database } from '../../src/storage/database/database.ts';

export async function sumOfEntries(db: Database['db'], accountId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('credit_entries')
    .select((field) => field.fn.coalesce(field.fn.sum<number>('amount'), field.lit(0)).as('sum'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(sum);
}
