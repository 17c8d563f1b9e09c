/** The slot that has been free for longest is found at once, however many a limit has. */
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

export async function rateLimitSlotsByTime(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createIndex('rate_limit_slots_by_time')
    .on('rate_limit_slots')
    .columns(['limit_key', 'at', 'slot'])
    .execute();
}
