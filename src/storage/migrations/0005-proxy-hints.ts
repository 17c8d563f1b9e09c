/** Of the id of a proxy, which is a key to data, only the first characters are kept beside its digest. */
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

export async function proxyHints(db: Db): Promise<void> {
  await db.schema.alterTable('proxies').renameColumn('id', 'hint').execute();
  await db.updateTable('proxies').set({ hint: sql<string>`substr(hint, 1, 6)` }).execute();
}
