/** Links that make the first administrator, one for every running process, of which only a digest is kept. */
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

export async function setupLinks(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('setup_links')
    .addColumn('digest', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
}
