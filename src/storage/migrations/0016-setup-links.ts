/** Links that make the first administrator, one for every running process, of which only a digest is kept. */
import type { Db } from '../database/database.ts';

export async function setupLinks(db: Db): Promise<void> {
  await db.schema
    .createTable('setup_links')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}
