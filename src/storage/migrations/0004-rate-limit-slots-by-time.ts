/** The slot that has been free for longest is found at once, however many a limit has. */
import type { Db } from '../database/database.ts';

export async function rateLimitSlotsByTime(db: Db): Promise<void> {
  await db.schema
    .createIndex('rate_limit_slots_by_time')
    .on('rate_limit_slots')
    .columns(['limit_key', 'at', 'slot'])
    .execute();
}
