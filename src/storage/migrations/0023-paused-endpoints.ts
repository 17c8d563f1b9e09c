/** When the owner of an endpoint paused it; null while it is not. */
import type { Db } from '../database/database.ts';

export async function pausedEndpoints(db: Db): Promise<void> {
  await db.schema.alterTable('endpoints').addColumn('paused_at', 'bigint').execute();
}
