/** Of the id of a proxy, which is a key to data, only the first characters are kept beside its digest. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';

export async function proxyHints(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('proxies').renameColumn('id', 'hint').execute();
  await db.updateTable('proxies').set({ hint: sql<string>`substr(hint, 1, 6)` }).execute();
}
