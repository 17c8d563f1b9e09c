/** The table of rate limits and its column get the standard words for what they hold. */
import type { Db } from '../database/database.ts';

export async function rateLimitSlots(db: Db): Promise<void> {
  await db.schema.alterTable('pace_slots').renameTo('rate_limit_slots').execute();
  await db.schema.alterTable('rate_limit_slots').renameColumn('allowance', 'limit_key').execute();
}
