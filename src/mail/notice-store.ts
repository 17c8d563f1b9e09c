/** Notices that are given once: whoever inserts the key gives the notice (section 6). */
import type { Kysely } from 'kysely';
import type { Schema } from '../storage/schema.ts';

/** False when the notice was given before. */
export async function firstNotice(db: Kysely<Schema>, key: string, at: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('notices')
    .values({ key, at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
